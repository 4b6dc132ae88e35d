# frozen_string_literal: true

require 'strscan'
require 'loupe/types'
require 'loupe/refinement_reader'

module Loupe
  # Type strings -> Loupe::Types. Reads the syntax of RDL and RTR and Loupe's additions; raises Unreadable for anything else.
  class TypeParser
    class Unreadable < StandardError; end

    NAME = /[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*[?!=]?/
    # `??` stands for clauses that are not written yet.
    HOLE = /(?:\A|&&|∧|\band\b)\s*\?\?\s*\z/
    SYNONYMS = { 'Fixnum' => 'Integer', 'Bignum' => 'Integer' }.freeze
    ALIASES = {} # rubocop:disable Style/MutableConstant -- filled by `type_alias`

    # scope: the annotated class, for constants.
    def initialize(text, scope = nil)
      @text = text.gsub('→', '->')
      @input = StringScanner.new(@text)
      @scope = scope
    end

    def method_type
      found = read_method
      finish(found)
    end

    def bare_type
      type = union
      if (name = accept(/[a-z_]\w*/))
        clauses = refinement
        type = Types::Refined.new(type, name, clauses) if clauses
      end
      finish(type)
    end

    private

    def finish(found)
      skip
      @input.eos? ? found : fail!
    rescue RefinementReader::Unreadable => e
      raise Unreadable, e.message
    end

    def fail! = raise(Unreadable, "cannot read the type `#{@text}` from `#{@input.rest[0, 30]}` on")

    def skip = @input.skip(/\s+/)

    def accept(pattern)
      skip
      @input.scan(pattern)
    end

    def expect(pattern) = accept(pattern) || fail!

    def at?(pattern)
      skip
      @input.match?(pattern)
    end

    def read_method
      start = @input.pos
      expect(/\(/)
      params = list(/\)/) { param }
      optional = accept(/\?(?=\s*\{)/)
      block = accept(/\{/) ? read_method.tap { expect(/\}/) } : nil
      expect(/->/)
      result = union
      name = accept(/(?!or\b)[a-z_]\w*/)
      clauses = refinement(name) || []
      Types::Method.new(params, block, !optional.nil?, result, name, clauses, @text.byteslice(start...@input.pos))
    end

    def list(close)
      items = []
      until accept(close)
        items << yield
        at?(close) || expect(/,/)
      end
      items
    end

    def param
      return Types::Param.new('keyRest', nil, union, []) if accept(/\*\*/)
      return keyword(@input.matched.chomp(':')) if accept(/[A-Za-z_]\w*:(?!:)/)
      return keyword(@input.matched[1..].lstrip.chomp(':'), 'optionalKey') if accept(/\?\s*[a-z_]\w*:(?!:)/)

      kind = accept(/\*/) ? 'rest' : (accept(/\?/) ? 'optional' : 'required')
      type = union
      name = accept(/(?!or\b)[a-z_]\w*/)
      Types::Param.new(kind, name, type, refinement || [])
    end

    def keyword(name, kind = nil)
      kind ||= accept(/\?/) ? 'optionalKey' : 'key'
      type = union
      binder = accept(/(?!or\b)[a-z_]\w*/)
      Types::Param.new(kind, name, type, refinement || [], binder)
    end

    # { e } or {{ e }} after a name.
    def refinement(result = nil)
      return nil unless at?(/\{/)

      text = braces.sub(HOLE, '')
      text.strip.empty? ? [] : RefinementReader.clauses(text, @scope, result: result)
    rescue RefinementReader::Unreadable => e
      raise Unreadable, e.message
    end

    def braces
      double = @input.scan(/\{\{/)
      @input.scan(/\{/) unless double
      start = @input.pos
      depth = 1
      while depth.positive?
        token = @input.scan_until(/[{}"']/) or fail!
        case token[-1]
        when '{' then depth += 1
        when '}' then depth -= 1
        else @input.scan_until(Regexp.new("(?<!\\\\)#{token[-1]}")) || fail!
        end
      end
      text = @text.byteslice(start...(@input.pos - 1))
      expect(/\}/) if double
      text
    end

    def union
      members = [single]
      members << single while accept(/or\b|\|/)
      members.size == 1 ? members[0] : Types::Union.new(members)
    end

    def single
      return Types::NonNull.new(single) if accept(/!/)
      return parenthesised if at?(/\(/)
      return bracketed if accept(/\[/)
      return braced if accept(/\{/)
      return Types::ClassOf.new(expect(NAME).tap { expect(/\}/) }) if accept(/\$\{/)
      return special(@input.matched) if accept(/%\w+/)
      return Types::Callable.new(read_method) if accept(/\^/)

      literal || named
    end

    def parenthesised
      expect(/\(/)
      union.tap { expect(/\)/) }
    end

    def special(name)
      case name
      when '%any', '%dyn' then Types::Anything.new(name)
      when '%bot' then Types::Nothing.new(name)
      when '%bool' then Types::Bool.new(name)
      when '%integer' then Types::Nominal.new('Integer', [], @scope)
      when '%numeric', '%real' then Types::Nominal.new('Numeric', [], @scope)
      when '%string' then Types::Nominal.new('String', [], @scope)
      else Types::Alias.new(name, ALIASES)
      end
    end

    def literal
      return Types::Literal.new(@input.matched.to_f) if accept(/-?\d+\.\d+/)
      return Types::Literal.new(@input.matched.to_i) if accept(/-?\d+/)
      return Types::Literal.new(@input.matched[1..].to_sym) if accept(/:\w+[?!]?/)
      return Types::Literal.new(@input[1]) if accept(/'([^']*)'/) || accept(/"([^"]*)"/)

      nil
    end

    def named
      name = expect(NAME)
      case name
      when 'nil' then Types::Literal.new(nil)
      when 'true' then Types::Literal.new(true)
      when 'false' then Types::Literal.new(false)
      when 'self' then Types::SelfType.new('self')
      when 'bool', 'Bool', 'Boolean' then Types::Bool.new('%bool')
      when 'Proc' then at?(/<\s*\^/) ? generic_proc : Types::Nominal.new('Proc', [], @scope)
      when /\A[a-z]/ then Types::Anything.new(name)
      else Types::Nominal.new(SYNONYMS.fetch(name, name), accept(/</) ? list(/>/) { union } : [], @scope)
      end
    end

    def generic_proc
      expect(/<\s*\^/)
      expect(/\(/)
      params = list(/\)/) { param }
      expect(/,/)
      result = union
      expect(/>/)
      Types::Callable.new(Types::Method.new(params, nil, false, result, nil, [], 'Proc'))
    end

    # A tuple, or a structural type: [m: () -> T]
    def bracketed
      return structural if at?(/[^\s\[\],:]+:(?!:)\s*\(/)

      Types::Tuple.new(list(/\]/) { union })
    end

    def structural
      names = list(/\]/) do
        name = expect(/[^\s:]+(?=:)/)
        expect(/:/)
        read_method
        name.to_sym
      end
      Types::Structural.new(names)
    end

    # A proc type, or a hash with known keys.
    def braced
      return Types::Callable.new(read_method.tap { expect(/\}/) }) if at?(/\(/)

      rest = nil
      entries = {}
      list(/\}/) do
        next rest = union if accept(/\*\*/)

        key = hash_key
        optional = accept(/\?/)
        entries[key] = [union, !optional.nil?]
      end
      Types::FiniteHash.new(entries, rest)
    end

    def hash_key
      return @input.matched.chomp(':').to_sym if accept(/[A-Za-z_]\w*:(?!:)/)

      found = literal || fail!
      expect(/=>/)
      found.value
    end
  end
end
