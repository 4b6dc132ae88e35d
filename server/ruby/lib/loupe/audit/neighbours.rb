# frozen_string_literal: true

module Loupe
  class Audit
    # Inputs close to those that meet a precondition, for preconditions that few inputs meet: one number, string or truth value is
    # replaced by that of another input. Deterministic: the same inputs have the same neighbours.
    class Neighbours
      LEAVES = %w[integer float string symbol boolean].freeze

      def initialize(inputs)
        @random = Random.new(1)
        @pool = inputs.flat_map { |input| leaves(input) }.group_by { |leaf| leaf['kind'] }
        @pool.transform_values! { |leaves| leaves.map { |leaf| leaf['value'] }.uniq }
      end

      # Nil: they contain nothing that could be replaced.
      def of(inputs)
        copy = Marshal.load(Marshal.dump(inputs.sample(random: @random)))
        leaf = leaves(copy).sample(random: @random) or return nil
        leaf['value'] = @pool[leaf['kind']].sample(random: @random)
        copy
      end

      private

      def leaves(data)
        case data
        when Array then data.flat_map { |item| leaves(item) }
        when Hash then LEAVES.include?(data['kind']) ? [data] : data.values.flat_map { |item| leaves(item) }
        else []
        end
      end
    end
  end
end
