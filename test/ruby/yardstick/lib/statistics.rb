# frozen_string_literal: true

# Statistics of a list of numbers, in the manner of ministat.
class Statistics
  def initialize(data)
    @data = data
  end

  def mean
    sum = 0.0
    @data.each { |value| sum += value }
    sum / @data.size
  end

  def median(list)
    list.sort!
    size = list.size
    return nil if size == 0

    if size.odd?
      list[size / 2]
    else
      (list[size / 2 - 1] + list[size / 2]) / 2.0
    end
  end

  def modes
    counts = Hash.new(0)
    @data.each { |value| counts[value] += 1 }
    most = counts.values.max
    counts.select { |_, count| count == most }.keys
  end
end
