# Division by zero is an obligation of every division. Integers divide as Ruby divides them: towards minus infinity.
require 'loupe'

class Division
  type '(Integer a, Integer b { b != 0 }) -> Integer'
  def quotient(a, b)
    a / b
  end

  type '(Integer total { total >= 0 }, Integer people { people > 0 }) -> Integer r { 0 <= r <= total }'
  def share(total, people)
    total / people
  end

  type '(Integer n) -> Integer r { 0 <= r < 7 }'
  def weekday(n)
    n % 7
  end

  type '(Integer a, Integer b) -> Integer'
  def careful(a, b)
    return 0 if b == 0

    a / b
  end
end
