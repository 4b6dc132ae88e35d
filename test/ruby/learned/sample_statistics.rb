# 002, ministat: statistics of a list of numbers. `median` sorts its argument in place and needs four methods of it.
module SampleStatistics
  class Data
    #> SampleStatistics::Data#initialize (Array<Integer>) -> self · complete
    def initialize(numbers)
      @numbers = numbers
    end

    #> SampleStatistics::Data#mean () -> Float · complete
    def mean
      sum(@numbers) / @numbers.size.to_f
    end

    #> SampleStatistics::Data#deviation () -> Float · complete
    def deviation
      center = mean
      total = 0.0
      @numbers.each { |number| total += (number - center)**2 }
      Math.sqrt(total / @numbers.size)
    end

    #> SampleStatistics::Data#middle () -> Float or Integer or nil · complete
    def middle
      median(@numbers.dup)
    end

    #> SampleStatistics::Data#modes () -> Array<Integer> · likely
    def modes
      counts = Hash.new(0)
      @numbers.each { |number| counts[number] += 1 }
      most = counts.values.max
      counts.select { |_, count| count == most }.keys
    end

    #> SampleStatistics::Data#median (Array<Integer>) -> Integer or Float or nil · complete
    def median(list)
      list.sort!
      half = list.size / 2
      return list[half] if list.size.odd?

      (list[half - 1] + list[half]) / 2.0
    end

    #> SampleStatistics::Data#sum (Array<Integer>) -> Integer · proved
    def sum(list)
      total = 0
      list.each { |number| total += number }
      total
    end
  end
end

#! tests
class SampleStatisticsTest < Minitest::Test
  def test_odd
    data = SampleStatistics::Data.new([3, 1, 2, 3])
    assert_in_delta(2.25, data.mean)
    assert_in_delta(0.83, data.deviation, 0.01)
    assert_equal([3], data.modes)
    assert_in_delta(2.5, data.middle)
  end

  def test_median
    assert_equal(2, SampleStatistics::Data.new([3, 2, 1]).middle)
  end
end
