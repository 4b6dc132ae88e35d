# frozen_string_literal: true

# The parts of Active Support that models use implicitly, if it is missing.
module ActiveSupport
  # `included do ... end` and `class_methods do ... end`
  module Concern
    def included(base = nil, &block)
      base.nil? ? @included_block = block : super(base)
    end

    def class_methods(&)
      const_set(:ClassMethods, Module.new) unless const_defined?(:ClassMethods, false)
      const_get(:ClassMethods).module_eval(&)
    end

    def append_features(base)
      super
      base.extend(const_get(:ClassMethods)) if const_defined?(:ClassMethods, false)
      base.class_eval(&@included_block) if @included_block
    end
  end
end

unless Object.method_defined?(:blank?)
  class Object
    def blank? = respond_to?(:empty?) ? (empty? ? true : false) : !self
    def present? = !blank?
    def presence = present? ? self : nil
    def in?(collection) = collection.include?(self)

    def try(name = nil, *args, &block)
      return name.nil? ? instance_eval(&block) : nil if name.nil?

      respond_to?(name) ? public_send(name, *args, &block) : nil
    end
  end

  class NilClass
    def try(*) = nil
  end

  class Numeric
    def blank? = false
  end

  class String
    def blank? = match?(/\A[[:space:]]*\z/)
    def squish = gsub(/[[:space:]]+/, ' ').strip
  end
end

class Time
  def self.current = now unless respond_to?(:current)
end
