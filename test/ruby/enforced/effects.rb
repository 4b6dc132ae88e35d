# A refinement that would change something, or ask the world, is not asked: it counts as broken, and nothing happens.
require 'loupe'

class Effects
  type '(Integer x { exit! }) -> Integer'
  def ends(x) = x
  type '(Integer x { system("true") || true }) -> Integer'
  def commands(x) = x
  type '(Array<Integer> a { a.pop == 1 }) -> Integer'
  def pops(a) = a.size
  type '(Array<Integer> a { a.send(:pop) == 1 }) -> Integer'
  def sends(a) = a.size
  type '(Integer x) -> Integer r { Time.now.to_i > r }'
  def clock(x) = x
  type '(String s { File.write(s, "x") }) -> Integer'
  def writes(s) = s.size

  # Shifting a number is no appending, and the program's own methods are its own business.
  type '(Integer x { x << 1 > x }) -> Integer r { open }'
  def shifts(x) = x
  def open = true
  type '(String s { File.extname(s) == ".rb" }) -> Integer'
  def names(s) = s.size
end

try { Effects.new.ends(1) }
#> Effects#ends: exit! raises Loupe::Effects::Forbidden: a refinement may not call exit! for x = 1; its caller is to blame (effects.rb:here)
try { Effects.new.commands(1) }
#> Effects#commands: system("true") || true raises Loupe::Effects::Forbidden: a refinement may not call system for x = 1; its caller is to blame (effects.rb:here)
one = [1]
try { Effects.new.pops(one) }
#> Effects#pops: a.pop == 1 raises Loupe::Effects::Forbidden: a refinement may not call pop for a = [1]; its caller is to blame (effects.rb:here)
try { Effects.new.sends(one) }
#> Effects#sends: a.send(:pop) == 1 raises Loupe::Effects::Forbidden: a refinement may not call pop for a = [1]; its caller is to blame (effects.rb:here)
try { one }
#> [1]
try { Effects.new.clock(1) }
#> Effects#clock: Time.now.to_i > r raises Loupe::Effects::Forbidden: a refinement may not call now for the result 1; the method itself is to blame (effects.rb:14)
try { Effects.new.writes('nowhere') }
#> Effects#writes: File.write(s, "x") raises Loupe::Effects::Forbidden: a refinement may not call write for s = "nowhere"; its caller is to blame (effects.rb:here)
try { File.exist?('nowhere') }
#> false
try { Effects.new.shifts(1) }
#> 1
try { Effects.new.names('a.rb') }
#> 4
