# What Active Support's everyday methods compute, over Ruby's own methods. test/core/activeSupportBodies.test.ts compares each body
# with the gem. Types are in ../sig; they are repeated here only where a refinement says more.
class Object
  def present?
    !blank?
  end

  def presence
    present? ? self : nil
  end
end

class NilClass
  def blank?
    true
  end

  def present?
    false
  end

  def presence
    nil
  end

  def try(_name = nil, *_arguments)
    nil
  end
end

class TrueClass
  def blank?
    false
  end

  def present?
    true
  end
end

class FalseClass
  def blank?
    true
  end

  def present?
    false
  end
end

class Numeric
  def blank?
    false
  end

  def present?
    true
  end
end

# What is blank depends on Unicode's spaces, so only this is known: an empty string is.
class String
  type :blank?, '() -> %bool b { b || !self.empty? }', pure: true, raises: []
  type :present?, '() -> %bool b { b == !self.blank? }', pure: true, raises: []

  def presence
    present? ? self : nil
  end

  def exclude?(part)
    !include?(part)
  end

  def from(position)
    self[position, size]
  end

  def starts_with?(*prefixes)
    start_with?(*prefixes)
  end

  def ends_with?(*suffixes)
    end_with?(*suffixes)
  end
end

class Array
  type :blank?, '() -> %bool b { b == self.empty? }', pure: true, raises: []
  type :present?, '() -> %bool b { b == !self.empty? }', pure: true, raises: []

  def presence
    empty? ? nil : self
  end

  def second
    self[1]
  end

  def third
    self[2]
  end

  def fourth
    self[3]
  end

  def fifth
    self[4]
  end

  def forty_two
    self[41]
  end

  def second_to_last
    self[-2]
  end

  def third_to_last
    self[-3]
  end

  def from(position)
    self[position, size] || []
  end

  def to(position)
    position < 0 ? self[0..position] : take(position + 1)
  end

  def self.wrap(object)
    case object
    when nil then []
    when true, false, Integer, Float, Symbol then [object]
    else object.respond_to?(:to_ary) ? object.to_ary || [object] : [object]
    end
  end
end

module Enumerable
  def exclude?(object)
    !include?(object)
  end

  def index_by
    return to_enum(:index_by) unless block_given?

    index = {}
    each { |element| index[yield(element)] = element }
    index
  end

  def index_with
    return to_enum(:index_with) unless block_given?

    index = {}
    each { |element| index[element] = yield(element) }
    index
  end

  def many?
    seen = 0
    each do |element|
      seen += 1 if block_given? ? yield(element) : true
      return true if seen > 1
    end
    false
  end
end

class Hash
  type :blank?, '() -> %bool b { b == self.empty? }', pure: true, raises: []
  type :present?, '() -> %bool b { b == !self.empty? }', pure: true, raises: []

  def presence
    empty? ? nil : self
  end

  def reverse_merge(others)
    others.merge(self)
  end
  alias with_defaults reverse_merge

  def stringify_keys
    transform_keys { |key| key.to_s }
  end
end

class Integer
  def multiple_of?(number)
    number == 0 ? self == 0 : self % number == 0
  end

  def bytes
    self
  end
  alias byte bytes

  def kilobytes
    self * 1024
  end
  alias kilobyte kilobytes

  def megabytes
    self * 1_048_576
  end
  alias megabyte megabytes

  def gigabytes
    self * 1_073_741_824
  end
  alias gigabyte gigabytes
end
