# `(t) -> t` returns what it was given. A block is held to the signature that its own result selects.
require 'loupe'

class Sealed
  type '(t) -> t'
  def same(x) = x
  type '(t) -> t'
  def copy(x) = x.dup
  type '(t, t) -> t'
  def second(_, x) = x
  type '(Integer, *t) -> t'
  def nth(i, *list) = list[i]
  type '(Array<t>) -> t'
  def first(list) = list[0].dup
  type '(?t) -> t'
  def default(x = 3) = x
end

class Holder
  type_params [:t], nil
  type '(t) -> t'
  def swap(x)
    @last, x = x, @last || x
    x
  end
end

class Maps
  type '() { (Integer) -> Integer } -> Integer'
  type '() { (Integer) -> String } -> String'
  def over = yield(1)
  type '() { (Integer) -> Integer } -> Integer'
  type '() { (Integer) -> String } -> String'
  def wrong
    yield(1)
    2
  end
  type '() { (Integer) -> Integer } -> Integer'
  type '() { (Integer) -> String } -> String'
  def twice = [yield(1), yield(2)].last
end

sealed = Sealed.new
try { sealed.same('a') }
#> "a"
try { sealed.copy('a') }
#> Sealed#copy: the result is "a", which is no argument of type t; the method itself is to blame (variables.rb:8)
try { sealed.copy(1) }
#> 1
try { sealed.second('a', 'b') }
#> "b"
try { sealed.nth(1, 'a', 'b') }
#> "b"
try { sealed.first(%w[a]) }
#> "a"
try { sealed.default }
#> 3
# The variable of a class: the object may hold others.
holder = Holder.new
holder.swap('a')
try { holder.swap('b') }
#> "a"

maps = Maps.new
try { maps.over { |x| x + 1 } }
#> 2
try { maps.over { |x| "<#{x}>" } }
#> "<1>"
try { maps.over { |_| :no } }
#> Maps#over: in its block, the result is :no, not Integer or String; its caller is to blame (variables.rb:here)
try { maps.wrong { |_| 'text' } }
#> Maps#wrong: the result is 2, not String; the method itself is to blame (variables.rb:34)
try { maps.twice { |x| x == 1 ? 'text' : 2 } }
#> Maps#twice: in its block, the result is 2, not String; its caller is to blame (variables.rb:here)
