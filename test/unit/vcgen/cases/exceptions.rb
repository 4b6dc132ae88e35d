class E
  type '(Integer x, Integer y) -> Integer r { r >= 0 }'
  def rsc(x, y)
  #   ^^^ safe
    begin
      x / y
      1
    rescue ZeroDivisionError
      0
    end
  end
  type '(Integer x, Integer y) -> Integer r { r == 1 }'
  def rsc_bad(x, y)
  #   ^^^^^^^ unsafe(postcondition:0:0)
    begin
      x / y
      1
    rescue ZeroDivisionError
      0
    end
  end
  type '(Integer x, Integer y) -> Integer r { y == 0 || r == 1 }'
  def rsc2(x, y)
  #   ^^^^ safe
    begin
      x / y
      1
    rescue
      0
    end
  end
  type '(Integer x, Integer y) -> Integer r { r == 1 }'
  def rsc3(x, y)
  #   ^^^^ unsafe(core-precondition:0)
    begin
      x / y
      1
    rescue KeyError
      0
    end
  end
  type '(Integer x) -> Integer r { r == 5 }'
  def ens(x)
  #   ^^^ safe
    y = 0
    begin
      return 5 if x > 3
      y = 1
    ensure
      y = 2
    end
    y + 3
  end
  type '(Integer x) -> Integer r { r > 0 }', raises: []
  def re(x)
  #   ^^ safe
    raise ArgumentError, "bad" if x <= 0
    x
  rescue ArgumentError => e
    1
  end
  type '(Integer x) -> Integer r { r > 0 }', raises: [ArgumentError]
  def ra(x)
  #   ^^ safe
    raise ArgumentError, "bad" if x <= 0
    x
  end
  type '(Integer or nil x) -> Integer r { r > 0 }'
  def nn(x)
  #   ^^ safe
    x + 1
    1
  rescue NoMethodError
    2
  end
  type '(Integer x { x > 0 }) -> Integer r { r > x }'
  def self.helper(x) = x + 1
  #        ^^^^^^ safe
  type '(Integer x) -> Integer r { r > x }'
  def use(x)
  #   ^^^ unsafe(precondition:0)
    E.helper(x)
  end
  type '(Integer x { x > 0 }) -> Integer r { r > x }', modular: true
  def mod(x) = x + 1
  #   ^^^ safe
  type '(Integer x) -> Integer r { r > 0 }'
  def use2(x)
  #   ^^^^ safe
    x > 0 ? mod(x) : 1
  end
  type '(Integer x) -> Integer r { r > 0 }'
  def use3(x)
  #   ^^^^ unsafe(precondition:0)
    mod(x)
  end
  type '(Integer n { n >= 0 }) -> Integer r { r >= 1 }'
  def fact(n)
  #   ^^^^ safe
    n == 0 ? 1 : n * fact(n - 1)
  end
  type '(Integer n) -> Integer r { r >= 1 }'
  def fact_bad(n)
  #   ^^^^^^^^ unsafe(postcondition:0:0)
    n == 0 ? 1 : n * fact_bad(n - 1)
  end
  type '(Integer n) -> Integer r { r == n + 2 }'
  def blk(n)
  #   ^^^ safe
    twice(n) { |x| x + 1 }
  end
  def twice(n)
    yield(yield(n))
  end
  type '(Integer a, Integer b) -> Integer r { r == a }'
  def swap(a, b)
  #   ^^^^ safe
    a, b = b, a
    b
  end
  type '(Integer a, ?Integer b { b > 0 }) -> Integer r { r > a }'
  def opt(a, b = 1)
  #   ^^^ safe
    a + b
  end
  type '(Integer a, ?Integer b { b > 0 }) -> Integer r { r > a }'
  def opt_bad(a, b = 0)
  #   ^^^^^^^ unsafe(postcondition:0:0)
    a + b
  end
  type '(Integer a, k: Integer) -> Integer r { r == a + k }'
  def kw(a, k:)
  #   ^^ safe
    a + k
  end
  type '(Integer a) -> Integer r { r == a + 4 }'
  def kwc(a)
  #   ^^^ safe
    kw(a, k: 4)
  end
  type '(%bool a, %bool b) -> %bool r { r == (a && !b) }'
  def bb(a, b)
  #   ^^ safe
    if b then false else a end
  end
  type '(Symbol s) -> Integer r { r > 0 }'
  def sy(s)
  #   ^^ unsafe(non-nil:0)
    case s
    when :a then 1
    when :b then 2
    end
  end
end
