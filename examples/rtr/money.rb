# A money library's arithmetic, after the RTR paper's table 1: a module that reasons about methods which only the class
# that includes it defines.
require 'loupe'

class Money
  module Arithmetic
    extend RDL::Annotate

    type :fractional, '() -> Integer', :pure
    type :currency, '() -> Integer', :pure
    type :initialize, '(Integer f, Integer c) -> self made { made.fractional == f }', modifies: { self: [:@fractional, :@currency] }

    type '() -> self out { fractional == -out.fractional }'
    def -@ = self.class.new(-fractional, currency)

    type '(self m) -> %bool b { if m.fractional == 0 && fractional == 0 then b end }'
    def eql?(other)
      if other.is_a?(Money)
        (fractional == other.fractional && currency == other.currency) || (fractional == 0 && other.fractional == 0)
      else
        false
      end
    end

    type '() -> %bool b { b == (fractional > 0) }'
    def positive? = fractional > 0

    type :negative?, '() -> %bool b { b == (fractional < 0) }'
    def negative? = fractional < 0

    type '() -> self m { m.fractional >= 0 }'
    def abs = self.class.new(fractional.abs, currency)

    type '() -> %bool b { if b then fractional == 0 end }'
    def zero? = fractional == 0

    type '() -> self or nil out { if out.nil? then fractional == 0 end }'
    def nonzero? = fractional != 0 ? self : nil
  end

  extend RDL::Annotate
  include Arithmetic

  var_type :@fractional, 'Integer'
  var_type :@currency, 'Integer'

  def initialize(fractional, currency)
    @fractional = fractional
    @currency = currency
  end

  def fractional = @fractional

  def currency = @currency
end
