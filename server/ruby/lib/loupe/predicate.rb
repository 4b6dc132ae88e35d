# frozen_string_literal: true

require 'loupe/effects'

module Loupe
  # Predicates as data -> callable objects. The data comes from a parsed refinement, never from an evaluated string: nested arrays
  # whose head names the form, e.g.
  #   ["and", ["call", ["int", "0"], "<=", [["pos", ["var", "x"]]], nil, false], ...]
  # A predicate is called with a Scope. Names are looked up in the scope first, then as methods of self.
  module Predicate
    class Unsupported < StandardError; end

    # olds: values of `old(e)` on entry, by number.
    Scope = Struct.new(:receiver, :names, :olds) do
      def with(more) = self.class.new(receiver, names.merge(more), olds)
    end

    # The result of a method that raised: it has no methods.
    class NoResult < BasicObject
      class Asked < ::StandardError; end

      undef_method :==, :!=, :!
      def method_missing(*) = ::Kernel.raise(Asked, 'the method raises, and has no result') # rubocop:disable Style/MissingRespondToMissing -- it responds to nothing
    end

    # The name of the outcome in a clause's scope; not a valid Ruby identifier.
    OUTCOME = 'exception?'

    FIELD = Kernel.instance_method(:instance_variable_get)
    CLASS_VARIABLE = Module.instance_method(:class_variable_get)
    GLOBAL = /\A\$[A-Za-z_]\w*\z/
    FORMS = %w[nil true false int float rational str sym regexp self var field classvar global const call and or if seq array
               hash range text lambda old raised].freeze
    private_constant :FIELD, :CLASS_VARIABLE, :GLOBAL, :FORMS

    class << self
      def compile(data)
        form = data[0]
        raise Unsupported, "#{form} is not evaluated at run time" unless FORMS.include?(form)

        __send__(:"make_#{form}", *data.drop(1))
      end

      # number => predicate of each nested old(e).
      def olds(data, found = {})
        return found unless data.is_a?(Array)

        found[data[1]] = compile(data[2]) if data[0] == 'old'
        data.each { |part| olds(part, found) }
        found
      end

      # Whether it mentions `r.exception?`.
      def outcome?(data) = data.is_a?(Array) && (data[0] == 'raised' || data.any? { |part| outcome?(part) })

      private

      def make_nil = constant(nil)
      def make_true = constant(true)
      def make_false = constant(false)
      def make_int(text) = constant(Integer(text, 10))
      def make_float(text) = constant(Float(text))
      def make_rational(text) = constant(Rational(text))
      def make_str(text) = constant(text)
      def make_sym(text) = constant(text.to_sym)
      def make_regexp(source, options) = constant(Regexp.new(source, options))
      def make_self = ->(scope) { scope.receiver }
      def make_var(name) = ->(scope) { scope.names.fetch(name) { raise NameError, "unknown name #{name}" } }
      def make_field(name) = ->(scope) { FIELD.bind_call(scope.receiver, name) }

      # owner: the class in whose body the clause was written.
      def make_classvar(name, owner) = ->(_scope) { CLASS_VARIABLE.bind_call(Object.const_get(owner), name) }

      # nesting: the enclosing modules, innermost first, for the lookup of the first name.
      def make_const(names, nesting = [])
        first, *rest = names
        lambda do |_scope|
          places = nesting.filter_map { |name| Object.const_get(name) if Object.const_defined?(name) }
          home = places.find { |place| place.const_defined?(first, false) } || places.first || Object
          rest.inject(home.const_get(first)) { |place, name| place.const_get(name) }
        end
      end

      def make_raised = ->(scope) { scope.names.fetch(OUTCOME, false) }
      def make_old(number, _inside) = ->(scope) { scope.olds.fetch(number) }

      def constant(value) = ->(_scope) { value }

      def make_global(name)
        raise Unsupported, "#{name} is not read at run time" unless GLOBAL.match?(name)

        ->(_scope) { TOPLEVEL_BINDING.eval(name) }
      end

      def make_and(left, right)
        first = compile(left)
        second = compile(right)
        ->(scope) { first.(scope) && second.(scope) }
      end

      def make_or(left, right)
        first = compile(left)
        second = compile(right)
        ->(scope) { first.(scope) || second.(scope) }
      end

      def make_if(condition, yes, no)
        test = compile(condition)
        first = compile(yes)
        second = compile(no)
        ->(scope) { test.(scope) ? first.(scope) : second.(scope) }
      end

      def make_seq(parts)
        all = parts.map { |part| compile(part) }
        ->(scope) { all.map { |part| part.(scope) }.last }
      end

      def make_text(parts)
        all = parts.map { |part| compile(part) }
        ->(scope) { all.map { |part| part.(scope).to_s }.join }
      end

      def make_array(args)
        given = arguments(args)
        ->(scope) { given.(scope)[0] }
      end

      def make_hash(args)
        given = arguments(args)
        ->(scope) { given.(scope)[1] }
      end

      def make_range(from, to, exclusive)
        first = compile(from)
        last = compile(to)
        ->(scope) { Range.new(first.(scope), last.(scope), exclusive) }
      end

      def make_lambda(data)
        made = block(data)
        ->(scope) { made.(scope) }
      end

      def make_call(receiver, name, args, block_data, safe)
        return make_bare(name) if receiver.nil? && args.empty? && block_data.nil?

        target = receiver && compile(receiver)
        return make_risky_call(target, name.to_sym, args, block_data, safe) if Effects.risky?(name.to_sym, place_of(receiver))
        return make_plain_call(target, name, args) if target && !safe && block_data.nil? && args.all? { |kind,| kind == 'pos' }

        make_any_call(target, name, args, block_data, safe)
      end

      def place_of(receiver) = receiver && receiver[0] == 'const' ? receiver[1].join('::') : nil

      # Refuses calls that would change something or access the outside world.
      def make_risky_call(target, name, args, block_data, safe)
        call = make_any_call(target, name, args, block_data, safe)
        first = args.dig(0, 0) == 'pos' ? compile(args[0][1]) : nil
        lambda do |scope|
          object = target ? target.(scope) : scope.receiver
          Effects.forbid(object, name, first&.(scope)) unless safe && object.nil?
          call.(scope)
        end
      end

      def make_any_call(target, name, args, block_data, safe)
        given = arguments(args)
        passed = block_data && block(block_data)
        lambda do |scope|
          object = target ? target.(scope) : scope.receiver
          next nil if safe && object.nil?

          positional, named = given.(scope)
          object.__send__(target ? :public_send : :__send__, name, *positional, **named, &passed&.(scope))
        end
      end

      # Most calls: `x.size`, `x < 60`. A fast path, as clauses are evaluated often.
      def make_plain_call(target, name, args)
        name = name.to_sym
        first, *rest = args.map { |_, data| compile(data) }
        return ->(scope) { target.(scope).public_send(name) } if first.nil?
        return ->(scope) { target.(scope).public_send(name, first.(scope)) } if rest.empty?

        ->(scope) { target.(scope).public_send(name, *[first, *rest].map { |each| each.(scope) }) }
      end

      def make_bare(name)
        return make_risky_bare(name) if Effects.risky?(name.to_sym, nil)

        ->(scope) { scope.names.key?(name) ? scope.names[name] : scope.receiver.__send__(name) }
      end

      def make_risky_bare(name)
        lambda do |scope|
          next scope.names[name] if scope.names.key?(name)

          Effects.forbid(scope.receiver, name.to_sym)
          scope.receiver.__send__(name)
        end
      end

      def arguments(args)
        compiled = args.map { |kind, *parts| [kind, *parts.map { |part| part.is_a?(Array) ? compile(part) : part }] }
        lambda do |scope|
          compiled.each_with_object([[], {}]) { |arg, (positional, named)| add(scope, arg, positional, named) }
        end
      end

      def add(scope, arg, positional, named)
        case arg[0]
        when 'pos' then positional << arg[1].(scope)
        when 'splat' then positional.concat(arg[1].(scope).to_a)
        when 'key' then named[arg[1].to_sym] = arg[2].(scope)
        when 'pair' then named[arg[1].(scope)] = arg[2].(scope)
        when 'dsplat' then named.merge!(arg[1].(scope).to_h)
        end
      end

      def block(data)
        if data[0] == 'pass'
          value = compile(data[1])
          return ->(scope) { value.(scope).to_proc }
        end
        _, params, body = data
        inner = compile(body)
        ->(scope) { with_parameters(params.size) { |values| inner.(scope.with(params.zip(values).to_h)) } }
      end

      # A proc with the written number of parameters, so that Ruby destructures pairs in the same way.
      def with_parameters(count, &run)
        case count
        when 0 then proc { run.([]) }
        when 1 then proc { |a| run.([a]) }
        when 2 then proc { |a, b| run.([a, b]) }
        else proc { |a, b, c, d| run.([a, b, c, d]) }
        end
      end
    end
  end
end
