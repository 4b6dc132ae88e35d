# frozen_string_literal: true

require 'loupe/replay/values'
require 'loupe/types'
require 'loupe/violation'

module Loupe
  # Checks one call against the signatures of its method. Arguments are the caller's business, results the method's;
  # for a block it is the other way round. Several signatures are tried in order: the first one that takes the arguments
  # is the one that counts.
  class Enforce
    Call = Struct.new(:receiver, :args, :keywords, :block, :place)

    # title: "Clock#tick"; home: "file:line" of the method
    def initialize(title, home)
      @title = title
      @home = home
    end

    # Yields arguments and block, checked and wrapped, and returns the checked result.
    def call(arms, call)
      arm = choose(arms, call)
      names = names_of(arm, call)
      memory = {}
      scope = Predicate::Scope.new(call.receiver, names, {})
      arm.result_clauses.each { |clause| clause.remember(scope, memory) }
      result = yield wrap_arguments(arm, call), wrap_block(arm, call)
      check_result(arm, call, names, memory, result)
      result
    end

    private

    def choose(arms, call)
      problems = arms.map { |arm| [arm, problem(arm, call)] }
      fit = problems.find { |_, found| found.nil? }
      return fit[0] if fit

      what = problems.size == 1 ? problems[0][1] : "no signature takes these arguments (#{problems.map(&:last).join('; ')})"
      raise Violation.new(@title, :caller, call.place, what)
    end

    # What is wrong with the arguments, for this signature; nil: nothing.
    def problem(arm, call)
      wrong_count(arm, call) || wrong_type(arm, call) || wrong_value(arm, call)
    end

    def wrong_count(arm, call)
      positional = arm.params.reject { |param| param.kind.match?(/key/i) }
      least = positional.count { |param| param.kind == 'required' }
      most = positional.any? { |param| param.kind == 'rest' } ? Float::INFINITY : positional.size
      # Keywords of a method without keyword parameters are a last hash to Ruby.
      given = call.args.size + (call.keywords.empty? || takes_keywords?(arm) ? 0 : 1)
      return nil if given.between?(least, most)

      "#{given} arguments given, #{arm.text} takes #{least == most ? least : "#{least}..#{most}"}"
    end

    def takes_keywords?(arm) = arm.params.any? { |param| param.kind.match?(/key/i) }

    def pairs(arm, call)
      matched = match(arm, call.args)
      return matched unless takes_keywords?(arm)

      known = arm.params.select { |param| %w[key optionalKey].include?(param.kind) }
      rest = arm.params.find { |param| param.kind == 'keyRest' }
      matched + known.filter_map { |param| [param, call.keywords[param.name.to_sym]] if call.keywords.key?(param.name.to_sym) } +
        (rest ? call.keywords.except(*known.map { |param| param.name.to_sym }).values.map { |value| [rest, value] } : [])
    end

    # [[param, value], ...]; each value of a rest parameter by itself.
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

        clause = param.clauses.find { |each| each.judge(call.receiver, names, {}) == :broken }
        return "#{clause.text} is false for #{label(param)} = #{Replay::Values.show(names[param.name])}" if clause
      end
      nil
    end

    def label(param) = param.name || 'an argument'

    def names_of(arm, call)
      pairs(arm, call).each_with_object({}) do |(param, value), names|
        next unless param.name

        param.kind == 'rest' ? (names[param.name] ||= []) << value : names[param.name] = value
        names[param.binder] = value if param.binder
      end
    end

    def check_result(arm, call, names, memory, result)
      blame = lambda do |what|
        raise Violation.new(@title, :callee, @home, what)
      end
      blame.("the result is #{Replay::Values.show(result)}, not #{arm.result.text}") unless result_fits?(arm, call, result)
      with_result = arm.result_name ? names.merge(arm.result_name => result) : names
      broken = arm.result_clauses.find { |clause| clause.judge(call.receiver, with_result, memory) == :broken }
      blame.("#{broken.text} is false for the result #{Replay::Values.show(result)}") if broken
    end

    # What `initialize` returns is nobody's business.
    def result_fits?(arm, call, result)
      @title.end_with?('#initialize') || arm.result.accepts?(result, call.receiver)
    end

    def wrap_arguments(arm, call)
      return call.args unless arm.params.any? { |param| param.type.is_a?(Types::Callable) }

      match(arm, call.args).map do |param, value|
        callable?(param.type, value) ? guarded(param.type.method, value, call) : value
      end
    end

    def callable?(type, value) = type.is_a?(Types::Callable) && value.is_a?(Proc)

    def wrap_block(arm, call)
      call.block && arm.block ? guarded(arm.block, call.block, call) : call.block
    end

    # The method calls it with arguments that it answers for; what comes back is the caller's.
    def guarded(type, block, call)
      inner = self
      home = @home
      guard = Enforce.new("#{@title} (block)", call.place)
      lexical = self
      wrapped = lambda do |receiver, args, more|
        inside = Call.new(receiver, args, {}, more, home)
        guard.swapped { guard.call([type], inside) { |checked, given| inner.run(block, receiver, lexical, checked, given) } }
      end
      proc { |*args, &more| wrapped.(self, args, more) }
    end

    public

    # A block that somebody runs by instance_exec sees that object as its self, as without us.
    def run(block, receiver, lexical, args, more)
      receiver.equal?(lexical) || block.lambda? ? block.call(*args, &more) : receiver.instance_exec(*args, &block)
    end

    # Blame seen from a block: whoever calls it is the method.
    def swapped
      yield
    rescue Violation => e
      raise if e.method_name != @title

      raise Violation.new(@title.delete_suffix(' (block)'), e.blames == :caller ? :callee : :caller, e.blamed,
                          "in its block, #{e.message[/: (.*); /, 1]}")
    end
  end
end
