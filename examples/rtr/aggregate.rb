# A running statistic, after the RTR paper's section 5. to_index must return an index in range: without it, the bucket
# may be nil, which the paper's tool did not see.
require 'loupe'

class Aggregate
  extend RDL::Annotate

  var_type :@count, 'Integer'
  var_type :@min, 'Float'
  var_type :@max, 'Float'
  var_type :@sum, 'Float'
  var_type :@sum2, 'Float'
  var_type :@buckets, 'Array<Integer>'

  type :outlier?, '(Float data) -> %bool', :pure
  type :to_index, '(Float data) -> Integer i { 0 <= i < @buckets.size }', :pure

  type '(Float data) -> Float r { @min <= data <= @max }'
  def <<(data)
    if @count == 0
      @min = data
      @max = data
    else
      @max = data if data > @max
      @min = data if data < @min
    end

    @count += 1
    @sum += data
    @sum2 += data * data
    @buckets[to_index(data)] += 1 unless outlier?(data)
    data
  end
end
