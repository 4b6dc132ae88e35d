# frozen_string_literal: true

module Loupe
  class Audit
    # Where few inputs meet a precondition, those that do have neighbours that may: one number, string or truth in them is
    # taken from another input. The same inputs have the same neighbours.
    class Neighbours
      LEAVES = %w[integer float string symbol boolean].freeze

      def initialize(inputs)
        @random = Random.new(1)
        @pool = inputs.flat_map { |input| leaves(input) }.group_by { |leaf| leaf['kind'] }
        @pool.transform_values! { |leaves| leaves.map { |leaf| leaf['value'] }.uniq }
      end

      # Nil: there is nothing in them that could be another.
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
