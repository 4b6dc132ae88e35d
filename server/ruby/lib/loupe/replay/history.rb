# frozen_string_literal: true

module Loupe
  module Replay
    # What may have happened to an object before: a few calls of its public methods, shortest histories first. Arguments are
    # simple values of the parameters' types, and values of the wanted fields if they have that type.
    class History
      MAX_CALLS = 3
      MAX_STEPS = 9

      Step = Struct.new(:name, :args) do
        def take(receiver) = receiver.public_send(name, *args.map { |value, _| value.dup })

        def source = "#{name}#{"(#{args.map(&:last).join(', ')})" unless args.empty?}"
      end

      class << self
        # How many histories may still be tried; shared by all objects of a run.
        attr_accessor :left
      end
      self.left = 1_500

      # calls: [[name, for each parameter: [[value, source], ...]], ...]; fields: name => something with a value
      def initialize(calls, fields)
        @calls = calls
        @fields = fields
      end

      # Yields lists of steps.
      def each
        1.upto(MAX_CALLS) do |count|
          histories(count).each do |steps|
            return nil if (History.left -= 1).negative?

            yield steps
          end
        end
      end

      private

      def histories(count) = steps.empty? ? [] : ([steps] * count).then { |first, *rest| first.lazy.flat_map { |step| tails([step], rest) } }

      def tails(done, rest)
        return [done] if rest.empty?

        rest.first.lazy.flat_map { |step| tails([*done, step], rest.drop(1)) }
      end

      # The first call of each method, then the second ...
      def steps
        @steps ||= begin
          ways = @calls.map { |name, params| ways_of(name, params).first(MAX_STEPS) }
          longest = ways.map(&:size).max || 0
          (0...longest).flat_map { |index| ways.filter_map { |each| each[index] } }.first(MAX_STEPS)
        end
      end

      def ways_of(name, params)
        choices = params.map { |plain| (alike(plain) + plain).uniq(&:last) }
        return [] if choices.any?(&:empty?)

        first, *rest = choices
        first ? first.product(*rest).map { |args| Step.new(name, args) } : [Step.new(name, [])]
      end

      def alike(plain)
        kinds = plain.map { |value, _| value.class }
        wanted.select { |value| kinds.include?(value.class) }.map { |value| [value, value.inspect] }
      end

      # The values of the fields, one level deep.
      def wanted
        @wanted ||= @fields.values.flat_map { |field| field.value.instance_of?(Array) ? field.value : [field.value] }
                           .grep_v(nil).select { |value| simple?(value) }.uniq
      end

      def simple?(value) = [Integer, Float, String, Symbol].any? { |type| type === value }
    end
  end
end
