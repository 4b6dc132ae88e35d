# frozen_string_literal: true

# Values of arguments and results, as far as they are numbers or sizes: least and greatest ones, and how they differ from each
# other. The first calls of a method are looked at, then few. No method of a recorded value is called. Written in the syntax of
# Ruby 2.7.
module Loupe__Learn
  FIRST_CALLS = 200
  LATER_CALLS = 0x3f
  # Larger numbers are not compared.
  MOST_BITS = 48
  MOST_DISTINCT = 3
  SIZES = [::Array, ::Hash, ::String].map { |klass| [klass, klass.instance_method(:size)] }.freeze
  # By number of the method: calls, and what is known.
  VALUES = [] # rubocop:disable Style/MutableConstant

  class << self
    # On entry. Nil: this call is not looked at.
    def t(id, *values)
      cell = VALUES[id] || (VALUES[id] = [0, nil])
      count = cell[0] += 1
      return if count > FIRST_CALLS && count & LATER_CALLS != 0

      values.map { |value| measure(value) }
    end

    # The call returned.
    def w(id, values, result)
      cell = VALUES[id]
      return if cell.nil? # forked meanwhile

      measures = [measure(result), *values]
      known = cell[1] ||= [0, measures.map { nil }, {}]
      known[0] += 1
      measures.each_with_index { |each, index| known[1][index] = widen(known[1][index], each) }
      compare(known[2], measures)
    end

    private

    # [is a size, number]; nil: neither a number nor something with a size.
    def measure(value)
      if ::Integer === value # rubocop:disable Style/CaseEquality
        return value.bit_length <= MOST_BITS ? [false, value] : nil
      end

      found = SIZES.find { |klass, _| klass === value } # rubocop:disable Style/CaseEquality
      found && [true, found[1].bind_call(value)]
    end

    # False: values of different kinds.
    def widen(known, measure)
      return false if known == false || measure.nil? || (known && known[0] != measure[0])

      number = measure[1]
      return [measure[0], number, number, [number], number == 0] if known.nil?

      known[1] = number if number < known[1]
      known[2] = number if number > known[2]
      known[3] << number if known[3].size < MOST_DISTINCT && !known[3].include?(number)
      known[4] ||= number == 0
      known
    end

    def compare(differences, measures)
      measures.each_with_index do |left, i|
        (i + 1).upto(measures.size - 1) do |j|
          right = measures[j]
          next if left.nil? || right.nil?

          difference = left[1] - right[1]
          known = differences[[i, j]] ||= [difference, difference]
          known[0] = difference if difference < known[0]
          known[1] = difference if difference > known[1]
        end
      end
    end

    def add_values(lines)
      VALUES.each_with_index do |(_, known), id|
        next if known.nil?

        positions = known[1].map do |each|
          each ? "#{each[0] ? 's' : 'n'}:#{each[1]}:#{each[2]}:#{each[3].size}:#{each[4] ? 1 : 0}" : '-'
        end
        pairs = known[2].map { |(i, j), (least, most)| "#{i}:#{j}:#{least}:#{most}" }
        lines << "value\t#{id}\t#{known[0]}\t#{positions.join(',')}\t#{pairs.join(',')}"
      end
    end
  end
end
