# The product of two matrices, after the RTR paper's table 1: the paper needed 334 s for the dimensions of the result.
require 'loupe'

class Matrix
  extend RDL::Annotate

  attr_reader_type :rows, 'Array<Array<Integer>>', :column_count, 'Integer'

  type '(Array<Array<Integer>> rows, Integer column_count) -> self m { @rows == rows && @column_count == column_count }'
  def initialize(rows, column_count)
    @rows = rows
    @column_count = column_count
  end

  type '() -> Integer'
  def row_count = @rows.size

  type '() -> %bool'
  def valid_matrix? = @column_count >= 0 && @rows.all? { |row| row.size == @column_count }

  type '(Integer rows, Integer columns) -> %bool'
  def valid_matrix_of_size?(rows, columns) = valid_matrix? && row_count == rows && column_count == columns

  type '(Matrix l { l.valid_matrix? }, Matrix r { r.valid_matrix? && l.column_count == r.row_count }) ' \
       '-> Matrix m { m.valid_matrix_of_size?(l.row_count, r.column_count) }'
  def self.*(l, r)
    rows = Array.new(l.row_count) do |i|
      Array.new(r.column_count) do |j|
        (0...r.row_count).sum { |k| l.rows[i][k] * r.rows[k][j] }
      end
    end
    new(rows, r.column_count)
  end
end
