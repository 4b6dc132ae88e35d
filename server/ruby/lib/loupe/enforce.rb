# frozen_string_literal: true

require 'loupe/replay/values'
require 'loupe/types'
require 'loupe/violation'

module Loupe
  # Checks one call against the signatures of its method. The caller is responsible for arguments, the method for results; for a
  # block it is the other way round. Several signatures are tried in order: the first that accepts the arguments counts.
  class Enforce
    Call = Struct.new(:receiver, :args, :keywords, :block, :place)

    # title: "Clock#tick"; home: "file:line" of the method
    def initialize(title, home)
      @title = title
      @home = home
    end

    # Yields the checked and wrapped arguments and block, and returns the checked result.
    def call(arms, call)
      open = choose(arms, call)
      memories = open.to_h { |arm| [arm, remember(arm, call)] }.compare_by_identity
      first = open.first
      result = checking_raise(call, memories, open) { yield wrap_arguments(first, call), wrap_block(open, call) }
      arm = open.first
      check_result(arm, call, names_of(arm, call), memories[arm], result)
      callable?(arm.result, result) ? handed_out(arm.result.method, result, call) : result
    end

    # Why the arguments do not have the types of this signature; nil: they do.
    def wrong_arguments(arm, call) = wrong_count(arm, call) || wrong_type(arm, call)

    # The same for a call with the right number of arguments; Ruby refuses the others by itself.
    def wrong_types(arm, call) = wrong_count(arm, call) ? nil : wrong_type(arm, call)

    # Why the result does not have the type of this signature; nil: it does.
    def wrong_result(arm, call, result)
      "the result is #{Replay::Values.show(result)}, not #{arm.result.text}" unless result_fits?(arm, call, result)
    end

    private

    # The signatures that may apply, the first one first. Those that differ in their block alone are told apart by what the block
    # returns.
    def choose(arms, call)
      problems = arms.map { |arm| [arm, problem(arm, call)] }
      fit = problems.filter_map { |arm, found| arm if found.nil? }
      return fit.first(1) if fit.size == 1 || (fit.any? && (call.block.nil? || fit.first.block.nil?))
      return fit.select { |arm| arm.block && same_parameters?(fit.first, arm) } if fit.any?

      what = problems.size == 1 ? problems[0][1] : "no signature takes these arguments (#{problems.map(&:last).join('; ')})"
      raise Violation.new(@title, :caller, call.place, what)
    end

    def same_parameters?(one, other)
      shown = ->(arm) { [arm.params, arm.block.params].map { |params| params.map { |param| [param.kind, param.type.text] } } }
      one.equal?(other) || shown.(one) == shown.(other)
    end

    def remember(arm, call)
      memory = {}
      scope = Predicate::Scope.new(call.receiver, names_of(arm, call), {})
      arm.result_clauses.each { |clause| clause.remember(scope, memory) }
      memory
    end

    # Why this signature does not accept the arguments; nil: it does.
    def problem(arm, call)
      wrong_count(arm, call) || wrong_block(arm, call) || wrong_type(arm, call) || wrong_value(arm, call)
    end

    def wrong_block(arm, call)
      'it is given no block' if arm.block && !arm.block_optional && call.block.nil?
    end

    def wrong_count(arm, call)
      positional = arm.params.reject { |param| param.kind.match?(/key/i) }
      least = positional.count { |param| param.kind == 'required' }
      most = positional.any? { |param| param.kind == 'rest' } ? Float::INFINITY : positional.size
      given = positional_of(arm, call).size
      return nil if given.between?(least, most)

      "#{given} arguments given, #{arm.text} takes #{least == most ? least : "#{least}..#{most}"}"
    end

    def takes_keywords?(arm) = arm.params.any? { |param| param.kind.match?(/key/i) }

    # Ruby passes keywords to a method without keyword parameters as a last hash.
    def positional_of(arm, call)
      call.keywords.empty? || takes_keywords?(arm) ? call.args : [*call.args, call.keywords]
    end

    def pairs(arm, call)
      matched = match(arm, positional_of(arm, call))
      return matched unless takes_keywords?(arm)

      known = arm.params.select { |param| %w[key optionalKey].include?(param.kind) }
      rest = arm.params.find { |param| param.kind == 'keyRest' }
      matched + known.filter_map { |param| [param, call.keywords[param.name.to_sym]] if call.keywords.key?(param.name.to_sym) } +
        (rest ? call.keywords.except(*known.map { |param| param.name.to_sym }).values.map { |value| [rest, value] } : [])
    end

    # [[param, value], ...]; the values of a rest parameter one by one.
    def match(arm, args)
      positional = arm.params.reject { |param| param.kind.match?(/key/i) }
      spare = args.size - positional.count { |param| param.kind == 'required' }
      rest = args.dup
      positional.flat_map do |param|
        count = param.kind == 'required' ? 1 : [spare, param.kind == 'optional' ? 1 : spare].min
        spare -= count unless param.kind == 'required'
        rest.shift([count, 0].max).map { |value| [param, value] }
      end
    end

    def wrong_type(arm, call)
      param, value = pairs(arm, call).find { |found, given| !found.type.accepts?(given, call.receiver) }
      param && "#{label(param)} is #{Replay::Values.show(value)}, not #{param.type.text}"
    end

    def wrong_value(arm, call)
      names = names_of(arm, call)
      arm.params.each do |param|
        next if param.name && !names.key?(param.name)

        broken = broken(param.clauses, call, names, {})
        return "#{broken} for #{label(param)} = #{Replay::Values.show(names[param.name])}" if broken
      end
      nil
    end

    # The message for the first clause that does not hold; a clause that raises does not hold. Nil: all hold.
    def broken(clauses, call, names, memory)
      clauses.each do |clause|
        outcome, why = clause.judge(call.receiver, names, memory)
        return clause.message || "#{clause.text} is false" if outcome == :broken
        return "#{clause.text} raises #{why}" if outcome == :raised
      end
      nil
    end

    def label(param) = param.name || 'an argument'

    def names_of(arm, call)
      rest = arm.params.select { |param| param.kind == 'rest' && param.name }
      pairs(arm, call).each_with_object(rest.to_h { |param| [param.name, []] }) do |(param, value), names|
        next unless param.name

        param.kind == 'rest' ? names[param.name] << value : names[param.name] = value
        names[param.binder] = value if param.binder
      end
    end

    def check_result(arm, call, names, memory, result)
      blame = lambda do |what|
        raise Violation.new(@title, :callee, @home, what)
      end
      wrong = wrong_result(arm, call, result)
      blame.(wrong) if wrong
      blame.("the result is #{Replay::Values.show(result)}, which is no argument of type #{arm.sealed}") unless sealed_in?(arm, call, result)
      with_result = arm.result_name ? names.merge(arm.result_name => result) : names
      broken = broken(arm.result_clauses, call, with_result, memory)
      blame.("#{broken} for the result #{Replay::Values.show(result)}") if broken
    end

    # `(t) -> t` returns what it was given: nothing else is known to be a t.
    def sealed_in?(arm, call, result)
      return true unless arm.sealed

      pairs(arm, call).any? { |param, value| param.type.text == arm.sealed && value.equal?(result) }
    end

    # Clauses with `r.exception?` also apply to this exit.
    def checking_raise(call, memories, open)
      yield
    rescue Violation
      raise
    rescue StandardError => e
      arm = open.first
      memory = memories[arm]
      known = names_of(arm, call).merge(Predicate::OUTCOME => true)
      known[arm.result_name] = Predicate::NoResult.new if arm.result_name
      broken = broken(arm.result_clauses.select(&:outcome?), call, known, memory)
      raise unless broken

      raise Violation.new(@title, :callee, @home, "#{broken} where it raises #{e.class}")
    end

    # The result of `initialize` is ignored.
    def result_fits?(arm, call, result)
      @title.end_with?('#initialize') || arm.result.accepts?(result, call.receiver)
    end

    def wrap_arguments(arm, call)
      return call.args unless arm.params.any? { |param| param.type.is_a?(Types::Callable) }

      match(arm, call.args).map do |param, value|
        callable?(param.type, value) ? guarded(param.type.method, value, call) : value
      end
    end

    def callable?(type, value) = type.is_a?(Types::Callable) && Proc === value

    def wrap_block(open, call)
      first = open.first.block
      return call.block unless call.block && first
      return guarded(first, call.block, call) if open.size == 1

      wide = first.dup
      wide.result = Selecting.new(open, first.result)
      guarded(wide, call.block, call)
    end

    # The result of a block that several signatures describe: those that do not accept it no longer apply.
    Selecting = Struct.new(:open, :first) do
      def accepts?(value, receiver)
        left = open.select { |arm| arm.block.result.accepts?(value, receiver) }
        open.replace(left) unless left.empty?
        left.any?
      end

      def text = open.map { |arm| arm.block.result.text }.uniq.join(' or ')
    end

    # The method is responsible for the arguments of the block, the caller for its result.
    def guarded(type, block, call)
      inner = self
      home = @home
      guard = Enforce.new("#{@title} (block)", call.place)
      lexical = self
      wrapped = lambda do |receiver, args, more|
        args = [] if type.params.empty? && args.size == 1 && args[0].equal?(receiver) # instance_eval passes it
        inside = Call.new(receiver, *apart(args), more, home)
        guard.swapped do
          guard.call([type], inside) do |checked, given|
            inner.run(block, receiver, lexical, checked, inside.keywords, given)
          end
        end
      end
      made = block.lambda? ? ->(*args, &more) { wrapped.(self, args, more) } : proc { |*args, &more| wrapped.(self, args, more) }
      made.ruby2_keywords
    end

    # A proc that the method returns: its caller is responsible for the arguments, the method for the result.
    def handed_out(type, made, call)
      guard = Enforce.new("#{@title} (the proc that it returned)", @home)
      run = lambda do |args, more|
        inside = Call.new(call.receiver, *apart(args), more, Loupe.place(Loupe.outside))
        guard.call([type], inside) { |checked, given| made.call(*checked, **inside.keywords, &given) }
      end
      wrapped = made.lambda? ? ->(*args, &more) { run.(args, more) } : proc { |*args, &more| run.(args, more) }
      wrapped.ruby2_keywords
    end

    # Separates the arguments of a proc from keywords that were passed as the last hash.
    def apart(args)
      Hash === args.last && Hash.ruby2_keywords_hash?(args.last) ? [args[0...-1], args.last] : [args, {}]
    end

    public

    # A block that is run by instance_exec keeps that object as its self.
    def run(block, receiver, lexical, args, keywords, more)
      return block.call(*args, **keywords, &more) if lexical.equal?(receiver) || block.lambda?

      receiver.instance_exec(*args, **keywords, &block)
    end

    # The block's view: the method is the caller.
    def swapped
      yield
    rescue Violation => e
      raise if e.method_name != @title

      raise Violation.new(@title.delete_suffix(' (block)'), e.blames == :caller ? :callee : :caller, e.blamed,
                          "in its block, #{e.message[/: (.*); /m, 1]}"), cause: nil
    end
  end
end
