# Conversions of temperatures, after the RTR paper's table 1. All of this is proved over the reals: with the rounding of
# floating point none of the round trips is exact.
require 'loupe'

module Unitwise
  module Functional
    extend RDL::Annotate

    type '(Float x) -> Float res { x == from_cel(res) }'
    def self.to_cel(x) = x - 273.15

    type '(Float x) -> Float res { x == to_cel(res) }'
    def self.from_cel(x) = x + 273.15

    type '(Float x) -> Float res { res == 9.0 * x / 5.0 - 459.67 }'
    def self.to_degf(x) = 9.0 * x / 5.0 - 459.67

    type '(Float x) -> Float res { x == to_degf(res) }'
    def self.from_degf(x) = 5.0 / 9.0 * (x + 459.67)

    type '(Float x) -> Float res { from_degre(res) == x }'
    def self.to_degre(x) = 4.0 * x / 5.0 - 218.52

    type '(Float x) -> Float res { x == to_degre(res) }'
    def self.from_degre(x) = 5.0 / 4.0 * (x + 218.52)
  end
end
