class S
  type '(String a, String b) -> String r { r.size == a.size + b.size }'
  def cat(a, b) = a + b
  #   ^^^ safe
  type '(String a, String b) -> Integer r { r == old(b.size) }', modifies: { a: :contents }
  def mut(a, b)
  #   ^^^ unsafe(postcondition:0:0)
    a << "x"
    b.size
  end
  type '(String a) -> %bool r { r == (a == "hi") }'
  def hi(a)
  #   ^^ safe
    case a
    when "hi" then true
    else false
    end
  end
  type '(Array<Integer> a) -> Integer r { r >= 0 }'
  def pm(a)
  #   ^^ safe
    case a
    in [] then 0
    in [x] then x.abs
    in [x, y] then x * x + y * y
    in [x, *] then 1
    end
  end
  type '(Integer or Symbol or nil a) -> Integer r { r > 0 }'
  def pu(a)
  #   ^^ safe
    case a
    in nil then 1
    in Integer => n if n > 0 then n
    in Symbol then 2
    in Integer then 5
    end
  end
  type '(Array<Integer> a, Array<Integer> b) -> %bool r { r == (a == b) }'
  def eqa(a, b) = a == b
  #   ^^^ safe
  type '(Array<Integer> a, Array<Integer> b { a.size == 1 && b.size == 1 }) -> %bool r { r == (a[0] == b[0]) }'
  def eqb(a, b) = a == b
  #   ^^^ safe
  type '(Integer n { 0 <= n }) -> Array<Integer> r { r.size == n }'
  def mk(n) = Array.new(n) { |i| i * 2 }
  #   ^^ safe
  type '(Integer n { 0 <= n && n < 5}) -> Array<Integer> r { r.size == n && (0...n).all? { |i| r[i] == i * 2 } }'
  def mk2(n) = Array.new(n) { |i| i * 2 }
  #   ^^^ safe
  type '(Array<Integer> a) -> Integer r { r == a.size }'
  def cnt(a)
  #   ^^^ unsafe(postcondition:0:0)
    n = 0
    a.each do |x|
      next if x > 100
      n += 1
    end
    n
  end
  type '(Array<Integer> a) -> Integer or nil r { r.nil? || r > 3 }'
  def fnd(a)
  #   ^^^ safe
    a.each { |x| return x if x > 3 }
    nil
  end
  type '(Array<Integer> a) -> Integer or nil r { r.nil? || r > 3 }'
  def fnd2(a) = a.find { |x| x > 3 }
  #   ^^^^ safe
  type '(Array<Integer> a { a.all? { |x| x > 0 } }) -> Integer r { r >= 0 }'
  def sm(a) = a.sum
  #   ^^ safe
  type '(Array<Integer> a { a.all? { |x| x > 0 } }) -> Integer r { r >= 0 }'
  def rd(a) = a.reduce(0) { |s, x| s + x }
  #   ^^ safe
  type '(Array<Integer> a, Integer k) -> %bool r { r == a.any? { |x| x == k } }'
  def inc(a, k) = a.include?(k)
  #   ^^^ safe
  type '(Integer a, Integer b { b != 0 }) -> Integer r { a == b * r + a % b }'
  def dm(a, b)
  #   ^^ safe
    q, r = a.divmod(b)
    q
  end
  type '(Integer x) -> Integer r { r == x }'
  def sn(x)
  #   ^^ safe
    y = x&.abs
    y >= 0 ? x : 0
  end
  type '(Integer x) -> Integer r { r > 0 }'
  def lp(x)
  #   ^^ safe
    i = 0
    loop do
      i += 1
      break if i > 3
    end
    i
  end
  LIMIT = 60
  type '(Integer x { 0 <= x < LIMIT }) -> Integer r { r < 61 }'
  def co(x) = x + 1
  #   ^^ safe
end

class Version
  include Comparable
  var_type :@n, 'Integer'
  type '(Integer n) -> self'
  def initialize(n)
  #   ^^^^^^^^^^ safe
    @n = n
  end
  def n = @n
  def <=>(other) = n <=> other.n
  type '(Version a, Version b) -> %bool r { r == a.equal?(b) }'
  def comparable_has_its_own_equality(a, b)
  #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    a == b
  end
  type '(Integer a, ?Integer b) -> Integer r { r >= a + b }', modular: true
  def sum_to(a, b = 0)
  #   ^^^^^^ safe
    a + b
  end
  type '(Integer x) -> Integer r { r == x + 1 }'
  def default_is_not_known(x)
  #   ^^^^^^^^^^^^^^^^^^^^ unsafe(postcondition:0:0)
    sum_to(x)
  end
end
