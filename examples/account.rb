# A refinement of a field is kept by every method that writes it.
require 'loupe'

class Account
  var_type :@balance, 'Integer b { b >= 0 }'

  type '(Integer opening { opening >= 0 }) -> %any'
  def initialize(opening)
    @balance = opening
  end

  type '() -> Integer r { r == @balance }', :pure
  def balance
    @balance
  end

  type '(Integer amount { amount > 0 }) -> Integer r { r == old(@balance) + amount }', modifies: { self: :@balance }
  def deposit(amount)
    @balance += amount
  end

  type '(Integer amount { 0 < amount <= @balance }) -> Integer r { r == old(@balance) - amount }', modifies: { self: :@balance }
  def withdraw(amount)
    @balance -= amount
  end
end
