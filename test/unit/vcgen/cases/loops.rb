class L
  type '(Integer n { n >= 0 }) -> Integer r { r == n }'
  def count(n)
  #   ^^^^^ safe
    i = 0
    while i < n
      invariant { 0 <= i && i <= n }
      i += 1
    end
    i
  end

  type '(Integer n { n >= 0 }) -> Integer r { r == n + 1 }'
  def count_bad(n)
  #   ^^^^^^^^^ unsafe(postcondition:0:0)
    i = 0
    while i < n
      invariant { 0 <= i && i <= n }
      i += 1
    end
    i
  end

  type '(Integer n { n >= 0 }) -> Integer r { r == n }'
  def count_bound(n)
  #   ^^^^^^^^^^^ safe
    i = 0
    i += 1 while i < n
    i
  end

  type '(Integer n) -> Integer r { r == 6 }'
  def three(n)
  #   ^^^^^ safe
    s = 0
    3.times { |i| s += i + 1 }
    s
  end

  type '(Integer n { n >= 0 }) -> Integer r { 2 * r == n * (n + 1) }'
  def gauss(n)
  #   ^^^^^ safe
    s = 0
    (n + 1).times do |i|
      invariant { 2 * s == i * (i - 1) }
      s += i
    end
    s
  end

  type '(Array<Integer> a { a.size > 0 }) -> Integer r { a.all? { |x| x <= r } }'
  def max(a)
  #   ^^^ safe
    m = a[0]
    a.each { |x| m = x if x > m }
    m
  end

  type '(Array<Integer> a { a.size > 0 }) -> Integer r { a.all? { |x| x < r } }'
  def max_bad(a)
  #   ^^^^^^^ unsafe(postcondition:0:0)
    m = a[0]
    a.each { |x| m = x if x > m }
    m
  end

  type '(Array<Integer> a { a.size > 0 }) -> Integer r { (0...a.size).all? { |i| a[i] <= r } }'
  def max2(a)
  #   ^^^^ safe
    m = a[0]
    a.each do |x| m = x if x > m end
    m
  end

  type '(Array<Integer> a) -> Array<Integer> r { r.size == a.size }'
  def dbl(a)
  #   ^^^ safe
    a.map { |x| x * 2 }
  end

  type '(Array<Integer> a) -> Array<Integer> r { r.size <= a.size && r.all? { |x| x > 0 } }'
  def pos(a)
  #   ^^^ safe
    a.select { |x| x > 0 }
  end

  type '(Array<Integer> a) -> Integer'
  def first_nil(a)
  #   ^^^^^^^^^ unsafe(non-nil:0)
    a.first
  end

  type '(Array<Integer> a, Integer i { 0 <= i < a.size }) -> Integer r { r == a[i] }'
  def at(a, i)
  #   ^^ safe
    a[i]
  end

  type '(Array<Integer> a, Integer i { 0 <= i }) -> Integer r { r == a[i] }'
  def at_bad(a, i)
  #   ^^^^^^ unsafe(non-nil:0)
    a[i]
  end

  type '(Array<Integer> a, Integer x) -> Array<Integer> r { r.size == old(a.size) + 1 && r.last == x }', modifies: {a: :contents}
  def app(a, x)
  #   ^^^ safe
    a << x
  end

  type '(Array<Integer> a, Array<Integer> b { a.size == 3 && b.size == 2 }) -> Integer r { r == 2 }', modifies: {a: :contents}
  def alias_bad(a, b)
  #   ^^^^^^^^^ safe
    a << 1
    b.size
  end
  type '(Array<Integer> a, Array<Integer> b) -> Integer r { r == old(b.size) }', modifies: {a: :contents}
  def alias_bad2(a, b)
  #   ^^^^^^^^^^ unsafe(postcondition:0:0)
    a << 1
    b.size
  end

  type '(Integer or nil x) -> Integer r { r >= 0 }'
  def nn(x)
  #   ^^ safe
    return 0 if x.nil?
    x < 0 ? -x : x
  end
  type '(Integer or nil x) -> Integer'
  def nn_bad(x)
  #   ^^^^^^ unsafe(non-nil:0)
    x + 1
  end
  type '(String s) -> Integer r {r == s.size}'
  def str(s)
  #   ^^^ safe
    s.length
  end
  type '(Float a, Float b { b > 0.0 }) -> Float r { r * b == a }'
  def fl(a, b) = a / b
  #   ^^ safe

  type '(Integer x) -> Integer r { r >= 0 }'
  def cs(x)
  #   ^^ safe
    case x
    when 0 then 1
    when 1..5 then 2
    when Integer then 3
    else -1
    end
  end
  type '(Integer x) -> Integer r { r >= 0 }', raises: []
  def rs(x)
  #   ^^ unsafe(exception:0)
    raise ArgumentError if x < 0
    x
  end
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
end
