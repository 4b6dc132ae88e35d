# frozen_string_literal: true

module Loupe
  module Rails
    # The validation errors of a record.
    class Errors
      include Enumerable

      def initialize = @all = []
      def add(attribute, message = :invalid, **) = @all << [attribute.to_sym, message]
      def [](attribute) = @all.filter_map { |name, message| message.to_s if name == attribute.to_sym }
      def each(&) = @all.each(&)
      def empty? = @all.empty?
      def any? = !empty?
      def size = @all.size
      alias count size
      def clear = @all.clear
      def full_messages = @all.map { |name, message| name == :base ? message.to_s : "#{name} #{message}" }
      def include?(attribute) = @all.any? { |name, _| name == attribute.to_sym }
      alias key? include?
      alias blank? empty?
    end

    # One rule of `validates`, with the semantics of Rails' validators.
    class Validation
      OPTIONS = %i[if unless on allow_nil allow_blank message strict].freeze

      def initialize(names, rules)
        @names = names
        @options, @rules = rules.partition { |key, _| OPTIONS.include?(key) }.map(&:to_h)
      end

      def check(record, condition)
        raise Beyond, 'validations with on:' if @options[:on]
        return unless condition.holds?(record, @options)

        @names.each { |name| @rules.each { |rule, how| check_one(record, name, rule, how) if how } }
      end

      private

      def check_one(record, name, rule, how)
        value = record.public_send(name)
        how = how.is_a?(Hash) ? how : { with: how }
        return if value.nil? && (@options[:allow_nil] || how[:allow_nil])
        return if blank?(value) && (@options[:allow_blank] || how[:allow_blank])

        record.errors.add(name, rule) unless holds?(record, rule, value, how)
      end

      def holds?(record, rule, value, how)
        case rule
        when :presence then !blank?(value)
        when :absence then blank?(value)
        when :inclusion, :exclusion then members(how).include?(value) == (rule == :inclusion)
        when :length then length?(value, how)
        when :numericality then number?(value, how)
        when :format then how[:without] ? !value.to_s.match?(how[:without]) : value.to_s.match?(how[:with])
        when :uniqueness then unique?(record, how)
        else raise Beyond, "the validation #{rule}"
        end
      end

      def blank?(value)
        value.is_a?(String) ? value.match?(/\A[[:space:]]*\z/) : value.nil? || value == false || (value.respond_to?(:empty?) && value.empty?)
      end

      def members(how)
        list = how[:in] || how[:within] || how[:with]
        list.respond_to?(:include?) ? list : raise(Beyond, 'a computed list of values')
      end

      def length?(value, how)
        size = value.respond_to?(:length) ? value.length : value.to_s.length
        range = how[:in] || how[:within]
        size = 0 if value.nil?
        [[how[:minimum], :>=], [how[:maximum], :<=], [how[:is], :==]].all? { |limit, op| limit.nil? || size.public_send(op, limit) } &&
          (range.nil? || range.cover?(size))
      end

      LIMITS = { greater_than: :>, greater_than_or_equal_to: :>=, less_than: :<, less_than_or_equal_to: :<=, equal_to: :==, other_than: :!= }.freeze

      def number?(value, how)
        return false unless value.is_a?(Numeric)
        return false if how[:only_integer] && value.to_i != value

        LIMITS.all? do |key, op|
          limit = how[key]
          raise Beyond, 'a computed limit' unless limit.nil? || limit.is_a?(Numeric)

          limit.nil? || value.public_send(op, limit)
        end
      end

      # Only rows that the program has saved can conflict.
      def unique?(record, how)
        raise Beyond, 'uniqueness once there are rows' if how.key?(:conditions) || record.class.all.any?

        true
      end
    end

    # `if: :draft?`, `unless: -> { ... }`
    module Condition
      def self.holds?(record, options)
        Array(options[:if]).all? { |each| ask(record, each) } && Array(options[:unless]).none? { |each| ask(record, each) }
      end

      def self.ask(record, condition)
        return record.__send__(condition) unless condition.is_a?(Proc)

        condition.arity.zero? || condition.lambda? == false && condition.arity < 1 ? record.instance_exec(&condition) : record.instance_exec(record, &condition)
      end
    end
  end
end
