# frozen_string_literal: true

require 'ripper'
require 'loupe/clauses'

module Loupe
  # Source of a refinement -> clauses as predicate data. Rewrites notations that Ruby lacks (`p ==> q`, `p implies q`, `≤`),
  # parses with Ruby's own parser, and reinterprets the tree: `0 <= x < 60` is a conjunction, `if p then q end` an implication.
  class RefinementReader
    class Unreadable < StandardError; end

    COMPARISONS = %i[< <= > >=].freeze
    SIGNS = { '≤' => '<=', '≥' => '>=', '≠' => '!=', '∧' => '&&', '∨' => '||', '¬' => '!', '→' => '==>' }.freeze
    CLOSERS = { '(' => ')', '[' => ']', '{' => '}' }.freeze

    # scope: the annotated class, for constants. result: the name of the result.
    def self.clauses(text, scope = nil, result: nil) = new(text, scope, result).clauses

    def initialize(text, scope = nil, result = nil)
      @result = result
      names = scope.to_s.split('::')
      @nesting = names.size.downto(1).map { |size| names.first(size).join('::') }
      @text, @message = split_message(text.strip)
      @olds = 0
    end

    # [Clause, ...], one per conjunct.
    def clauses
      source = rewrite(@text.gsub(/[≤≥≠∧∨¬→]/) { |sign| SIGNS.fetch(sign) })
      tree = Ripper.sexp(source) or raise Unreadable, "cannot read `#{@text}`"
      parts = conjuncts(body(tree[1]))
      texts = parts.size == 1 ? [@text] : split_texts(parts.size)
      parts.zip(texts).each_with_index.map { |(data, text), index| Clause.new(id: "#{@text}/#{index}", text: text || @text, data: data, message: @message) }
    end

    private

    # `x > 0, "the price must be positive"`: the refinement, and the author's words.
    def split_message(text)
      at = comma(text) or return [text, nil]

      message = Ripper.sexp(text[(at + 1)..])
      raise Unreadable, "cannot read `#{text}`" unless message && message[1].size == 1 && message[1][0][0] == :string_literal

      words = string(message[1][0][1].drop(1))
      [text[0...at].strip, words[0] == 'str' && !words[1].strip.empty? ? words[1].strip : nil]
    end

    # The offset of the comma outside of brackets and strings.
    def comma(text)
      at = 0
      while at < text.size
        step = skip_string(text, at)
        if step > at then at = step
        elsif CLOSERS.key?(text[at]) then at = closing(text, at) + 1
        elsif text[at] == ',' then return at
        else at += 1
        end
      end
    end

    # Implication binds weakest and is right-associative; brackets start anew.
    def rewrite(text)
      pieces = []
      start = 0
      scan_flat(text) do |at, length|
        pieces << text[start...at]
        start = at + length
      end
      pieces << text[start..]
      pieces.map { |piece| rewrite_inside(piece) }.reverse.reduce { |right, left| "__implies__((#{left}), (#{right}))" }
    end

    def rewrite_inside(text)
      text.match?(/[(\[{]/) ? rewrite_groups(text) : text
    end

    def rewrite_groups(text)
      result = +''
      at = 0
      while at < text.size
        step = skip_string(text, at)
        if step > at
          result << text[at...step]
          at = step
        elsif CLOSERS.key?(text[at])
          close = closing(text, at)
          params = text[(at + 1)...close][/\A\s*\|[^|]*\|/].to_s
          result << text[at] << params << rewrite(text[(at + 1 + params.size)...close]) << text[close].to_s
          at = close + 1
        else
          result << text[at]
          at += 1
        end
      end
      result
    end

    # Yields offset and length of every implication outside of brackets and strings.
    def scan_flat(text)
      at = 0
      while at < text.size
        step = skip_string(text, at)
        if step > at then at = step
        elsif CLOSERS.key?(text[at]) then at = closing(text, at) + 1
        elsif (found = text[at..].match(/\A(==>|\bimplies\b)/)) && (at.zero? || text[at - 1] !~ /\w/ || found[1] == '==>')
          yield at, found[1].size
          at += found[1].size
        else at += 1
        end
      end
    end

    def skip_string(text, at)
      quote = text[at]
      return at unless ['"', "'"].include?(quote)

      finish = at + 1
      finish += text[finish] == '\\' ? 2 : 1 while finish < text.size && text[finish] != quote
      finish + 1
    end

    def closing(text, at)
      depth = 0
      while at < text.size
        step = skip_string(text, at)
        if step > at
          at = step
          next
        end
        depth += 1 if CLOSERS.key?(text[at])
        depth -= 1 if CLOSERS.value?(text[at])
        return at if depth.zero?

        at += 1
      end
      text.size
    end

    def split_texts(count)
      texts = @text.split(/&&|∧|\band\b/).map(&:strip)
      texts.size == count ? texts : [@text] * count
    end

    def conjuncts(data) = data[0] == 'and' ? conjuncts(data[1]) + conjuncts(data[2]) : [data]

    def body(statements)
      found = statements.reject { |statement| statement[0] == :void_stmt }
      return ['nil'] if found.empty?
      return expression(found[0]) if found.size == 1

      ['seq', found.map { |statement| expression(statement) }]
    end

    def expression(node)
      case node[0]
      when :@int then ['int', node[1].delete('_').to_i.to_s] unless node[1].start_with?('0x', '0b', '0o')
      when :@float then ['float', node[1].delete('_')]
      when :@rational then ['rational', node[1].chomp('r')]
      when :@ivar then ['field', node[1]]
      when :@gvar then ['global', node[1]]
      when :@const then ['const', [node[1]], @nesting]
      when :@ident then ['call', nil, node[1], [], nil, false]
      when :@kw then keyword(node[1])
      when :@CHAR then ['str', node[1][1..]]
      when :var_ref, :vcall, :fcall then expression(node[1])
      when :top_const_ref then ['const', constant(node)]
      when :paren then body(node[1])
      when :const_path_ref then ['const', constant(node), @nesting]
      when :binary then binary(node)
      when :unary then unary(node)
      when :ifop then ['if', *node.drop(1).map { |part| expression(part) }]
      when :if, :if_mod then conditional(node)
      when :dot2, :dot3 then range(node)
      when :array then ['array', arguments(node[1] || [])]
      when :hash then ['hash', pairs(node[1] ? node[1][1] : [])]
      when :bare_assoc_hash then ['hash', pairs(node[1])]
      when :string_literal then string(node[1].drop(1))
      when :symbol_literal then ['sym', node[1][1][1]]
      when :aref then ['call', expression(node[1]), '[]', arguments(node[2]), nil, false]
      when :call then method_call(node, [])
      when :method_add_arg then with_arguments(node)
      when :method_add_block then with_block(node)
      when :command then ['call', nil, node[1][1], arguments(node[2]), nil, false]
      end || raise(Unreadable, "`#{@text}` uses #{node[0].to_s.delete('@')}, which has no meaning here")
    end

    def keyword(word)
      %w[self nil true false].include?(word) ? [word] : nil
    end

    def constant(node)
      case node[0]
      when :@const then [node[1]]
      when :var_ref, :top_const_ref then constant(node[1])
      when :const_path_ref then constant(node[1]) + [node[2][1]]
      else raise Unreadable, 'a computed constant'
      end
    end

    def binary(node)
      _, left, operator, right = node
      case operator
      when :'&&', :and then ['and', expression(left), expression(right)]
      when :'||', :or then ['or', expression(left), expression(right)]
      when :!= then negate(send_to(expression(left), '==', expression(right)))
      else COMPARISONS.include?(operator) ? comparison(left, operator, right) : send_to(expression(left), operator.to_s, expression(right))
      end
    end

    # a < b < c is left-associative in Ruby's tree, but a conjunction here.
    def comparison(left, operator, right)
      last = expression(right)
      return send_to(expression(left), operator.to_s, last) unless chained?(left)

      ['and', expression(left), send_to(expression(left[3]), operator.to_s, last)]
    end

    def chained?(node) = node[0] == :binary && COMPARISONS.include?(node[2])

    def unary(node)
      operand = expression(node[2])
      return negate(operand) if %i[! not].include?(node[1])
      return ['int', "-#{operand[1]}"] if node[1] == :-@ && operand[0] == 'int'

      ['call', operand, node[1].to_s, [], nil, false]
    end

    def negate(data) = ['call', data, '!', [], nil, false]

    def send_to(receiver, name, argument) = ['call', receiver, name, [['pos', argument]], nil, false]

    def conditional(node)
      return ['if', expression(node[1]), expression(node[2]), ['true']] if node[0] == :if_mod

      otherwise = node[3].nil? ? ['true'] : (node[3][0] == :else ? body(node[3][1]) : conditional([:if, *node[3].drop(1)]))
      ['if', expression(node[1]), body(node[2]), otherwise]
    end

    def range(node)
      ends = [node[1], node[2]].map { |part| part ? expression(part) : ['nil'] }
      ['range', *ends, node[0] == :dot3]
    end

    def string(parts)
      data = parts.map { |part| part[0] == :@tstring_content ? ['str', part[1]] : body(part[1]) }
      data.all? { |part| part[0] == 'str' } ? ['str', data.map(&:last).join] : ['text', data]
    end

    def method_call(node, args, block = nil)
      name = node[3] == :call ? 'call' : node[3][1]
      return ['raised'] if name == 'exception?' && args.empty? && block.nil? && result?(node[1])

      ['call', expression(node[1]), name, args, block, node[2].is_a?(Array) && node[2][1] == '&.']
    end

    def result?(node) = !@result.nil? && expression(node) == ['call', nil, @result, [], nil, false]

    def with_arguments(node)
      _, call, given = node
      args = arguments(given)
      return method_call(call, args) if call[0] == :call

      name = call[1][1]
      return ['if', args[0][1], args[1][1], ['true']] if name == '__implies__'
      return ['old', (@olds += 1) - 1, args[0][1]] if name == 'old' && args.size == 1

      ['call', nil, name, args, nil, false]
    end

    def with_block(node)
      _, call, block = node
      data = expression(call)
      params = (block[1] ? parameters(block[1][1]) : [])
      data.dup.tap { |copy| copy[4] = ['block', params, body(block[2])] }
    end

    def parameters(list)
      return [] if list.nil?

      (list[1] || []).map { |param| param[0] == :@ident ? param[1] : raise(Unreadable, 'a block with special parameters') }
    end

    # The parser wraps argument lists in several ways.
    def arguments(node)
      case node[0]
      when nil then []
      when :arg_paren then node[1] ? arguments(node[1]) : []
      when :args_add_block then arguments(node[1])
      when Symbol then [['pos', expression(node)]]
      else node.flat_map { |each| each[0] == :bare_assoc_hash ? pairs(each[1]) : [['pos', expression(each)]] }
      end
    end

    def pairs(list)
      list.map do |pair|
        _, key, value = pair
        key[0] == :@label ? ['key', key[1].chomp(':'), expression(value)] : ['pair', expression(key), expression(value)]
      end
    end
  end
end
