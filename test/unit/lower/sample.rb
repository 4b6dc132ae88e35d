# frozen_string_literal: true
require 'set'

module Shop
  LIMIT = 10
  A, B = 1, 2
  Point = Struct.new(:x, :y) do
    def +(other) = Point.new(x + other.x, y + other.y)
  end

  class Error < StandardError; end

  class Cart < Base::Thing
    include Enumerable
    attr_reader :items, :"total"
    type '(Integer x { x > 0 }) -> Integer', :pure
    def add(item, *rest, count: 1, **opts, &block)
      @items ||= []
      @items << item
      @counts[item] += count
      self.total = total + item.price * count if item&.price
      rest.each_with_index do |(name, *tags), i; tmp|
        next if tags.empty?
        tmp = yield(name, i)
        opts[name.to_sym] ||= tmp
      end
      block ? block.call(*rest, **opts) : nil
    rescue Error, *OTHERS => e
      warn "failed: #{e.message} #{e.class}"
      retry if (tries = tries.to_i + 1) < 3
    else
      1
    ensure
      @done = true
    end

    ##% first : () -> Integer
    def first
      return nil, 1 unless any?
      i = 0
      i += 1 while i < size and not self[i].nil?
      begin
        i -= 1
      end until i <= 0
      for a, (b, c) in pairs do puts a, b end
      until done?; break i; end
      x = if i > 3 then :big elsif i == 2 then 'two' else -1.5 end
      x, (y, *z), @w, self.v, q[0] = i, [1, 2], 3, 4, 5
      %w[a b] + %i[c d].map(&:to_s) + [*z, y => 1, k: 2]
    end

    def kind(value)
      case value
      when Integer, Float then :number
      when /(\d+)/, *others then $1.to_i
      when ->(v) { v.nil? } then nil
      else
        value
      end
    end

    def shape(value)
      case value
      in {kind: :circle, radius: Integer | Float => r} if r > 0 then 3.14 * r**2
      in Point(x:, y:) unless x == y
        x + y
      in [Integer => a, *mid, _] then a
      in [*, ^value, *post] then post
      in {name:, **nil} then name
      in ..5 | nil then 0
      end
    end

    def text(n)
      a = <<~HEREDOC
        Dear #{n},
          you owe #{n * 2}
      HEREDOC
      b = "é\u{1F600}\x41\t" 'raw\n' "c#{n}"
      c = %q(x(y)) + ?a + `ls #{n}` + :"sym#{n}".to_s
      a =~ /(?<year>\d+)-#{n}/i
      if /(?<day>\d+)/ =~ b then day end
      a.b&.c = n
      n -1 + n [2] * n
      [a, b, c].map { it.to_s }.each { puts _1 }
      defined?(foo) && !foo || super
      f = ->(p, k = p + 1) { p + k }
      f.(1)
      (1..n).step(2).to_a[1..] if (n == 1)..(n == 3)
      @@count ||= 0; $last = __method__; LIMIT; ::Shop::LIMIT
      alias_it rescue undef_it
      private_methods(...) rescue 1
      return a, *b
    end

    def each(...) = @items.each(...)
    def anon(*, **, &) = other(*, **, &)
    private def secret; super(); yield; end
    class << self
      def build(x:, y: x) = new.tap { |c| c.add({x:, y:}) }
      alias make build
    end
    undef clear, :reset
  end
end

BEGIN { setup }
END { puts "bye" }
puts Shop::Cart.new.add 1, 2 do |a, | a end
