# What running RTR showed to be "safe" though Ruby breaks it (and the like): none of it may be safe here.
class Obligations
  type '(Integer x { x > 0 }) -> Integer r { r > 0 }', modular: true
  def need_pos(x)
  #   ^^^^^^^^ safe
    x
  end

  type '(Integer y) -> Integer r { r > 0 }'
  def precondition_of_a_callee(y)
  #   ^^^^^^^^^^^^^^^^^^^^^^^^ unsafe(precondition:0)
    need_pos(y)
  end

  type '(Integer x { x > 0 }) -> Integer r { r > 0 }'
  def need_pos_inlined(x)
  #   ^^^^^^^^^^^^^^^^ safe
    x
  end

  type '(Integer y) -> Integer'
  def precondition_of_an_inlined_callee(y)
  #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsafe(precondition:0)
    need_pos_inlined(y)
  end

  type '(Integer x, Integer y) -> %bool b { b }'
  def division_assumes_nothing(x, y)
  #   ^^^^^^^^^^^^^^^^^^^^^^^^ unsafe(core-precondition:0)
    x / y
    y != 0
  end

  type '(Integer month { 1 <= month <= 12 }) -> Integer q { q * 3 == month + 2 }'
  def real_division(month)
  #   ^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    (month - 1) / 3 + 1
  end

  type '(Integer x) -> Integer r { r == -4 }'
  def floor_division(x)
  #   ^^^^^^^^^^^^^^ safe
    -10 / 3
  end

  type '(Integer x) -> Integer r { r == 2 }'
  def modulo_of_a_negative(x)
  #   ^^^^^^^^^^^^^^^^^^^^ safe
    -10 % 3
  end

  type '(Integer x, Integer y { y < 0 }) -> Integer r { y < r <= 0 }'
  def modulo_by_a_negative(x, y)
  #   ^^^^^^^^^^^^^^^^^^^^ safe
    x % y
  end

  type '(Integer x, Integer y { y < 0 }) -> Integer r { r >= 0 }'
  def modulo_is_not_euclidean(x, y)
  #   ^^^^^^^^^^^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    x % y
  end

  type '(Array<Integer> a) -> %bool b { b }'
  def arrays_have_no_bound(a)
  #   ^^^^^^^^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    a.size <= 10
  end

  type '(Array<Integer> a { a.size == 3 && a[1] == 2 }) -> Integer r { r == 2 }'
  def negative_index(a)
  #   ^^^^^^^^^^^^^^ safe
    a[-2]
  end

  type '(Array<Integer> a { a.size == 2 && a[1] == 7 }) -> Integer r { r == 7 }', modifies: { a: :contents }
  def pop_takes_the_last(a)
  #   ^^^^^^^^^^^^^^^^^^ safe
    a.pop
  end

  type '(Integer x) -> Integer r { r == 2 }'
  def nil_is_falsy(x)
  #   ^^^^^^^^^^^^ safe
    y = nil
    if y then 1 else 2 end
  end

  type '(Integer x) -> Integer r { r == 7 }'
  def nil_or(x)
  #   ^^^^^^ safe
    nil || 7
  end

  type '(Symbol s) -> Integer r { r == 1 || r == 2 }'
  def symbols_are_open(s)
  #   ^^^^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    case s
    when :a then 1
    when :b then 2
    else 3
    end
  end

  type '(Integer x { x > 3 && x < 2 }) -> Integer r { r == 5 }'
  def contradictory(x)
  #   ^^^^^^^^^^^^^ vacuous
    x
  end
end

class State
  var_type :@x, 'Integer'

  type '(Integer x) -> self'
  def initialize(x)
  #   ^^^^^^^^^^ safe
    @x = x
  end

  type '(Integer v { @x > 0 && v < 0 }) -> Integer r { @x > 0 }'
  def precondition_is_of_the_entry(v)
  #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    @x = v
  end

  type '(Integer v { @x == v }) -> Integer r { @x == v + 1 }'
  def entry_and_exit(v)
  #   ^^^^^^^^^^^^^^ safe
    @x = @x + 1
  end

  type '() -> Integer r { r == old(@x) }'
  def old_value
  #   ^^^^^^^^^ safe
    was = @x
    @x += 1
    was
  end

  type '() -> Integer r { r == @x }', :pure
  def getx
  #   ^^^^ safe
    @x
  end

  type '(Integer v) -> Integer r { getx == v }', modifies: { self: :@x }
  def setx(v)
  #   ^^^^ safe
    @x = v
  end

  type '(State a, State b, Integer u, Integer v) -> Integer r { r == u }'
  def aliasing(a, b, u, v)
  #   ^^^^^^^^ unsafe(postcondition:0:0)
    a.setx(u)
    b.setx(v)
    a.getx
  end

  type '(State a, State b, Integer u, Integer v) -> Integer r { r == u || r == v }'
  def aliasing_or_not(a, b, u, v)
  #   ^^^^^^^^^^^^^^^ safe
    a.setx(u)
    b.setx(v)
    a.getx
  end

  type '(State a) -> Integer r { r == 0 }'
  def pure_depends_on_fields(a)
  #   ^^^^^^^^^^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    before = a.getx
    a.setx(before + 1)
    a.getx - before
  end

  type :touch, '(State a) -> nil', modular: true

  type '(State a) -> Integer r { r == 0 }'
  def no_label_may_change_everything(a)
  #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    before = a.getx
    touch(a)
    a.getx - before
  end
end

class Shape
  type '() -> Integer r { r == 1 }'
  def sides
  #   ^^^^^ safe
    1
  end

  type '(Shape s) -> Integer r { r == 1 }'
  def dispatch(s)
  #   ^^^^^^^^ unsafe(postcondition:0:0)
    s.sides
  end
end

class Square < Shape
  type '() -> Integer r { r == 4 }'
  def sides
  #   ^^^^^ safe
    4
  end
end
