# frozen_string_literal: true

require 'loupe/clauses'
require 'loupe/replay/values'

module Loupe
  module Replay
    # Checks the contracts of the methods that a run calls and records violations; the run continues as it would without them.
    # Also replaces callees whose results the counterexample chooses.
    class Watch
      # Prepended to a class; its methods accept any arguments.
      class Guard < Module; end

      attr_reader :violations, :unevaluated

      # Called when the program calls a public method of the receiver: ->(receiver) {}
      attr_writer :on_public_call

      # lines: false if the lines of violations are not needed; finding them takes time.
      def initialize(path, lines: true)
        @path = path
        @lines = lines
        @active = false
        clear
      end

      # Prepares for the next run.
      def clear
        @violations = []
        @unevaluated = []
        @running = []
        @raised = nil
      end

      # The watched methods that an error passed through, outermost first.
      def raised_in(error) = @raised && @raised[0].equal?(error) ? @raised[1] : []

      # The block's value; or nil, with nothing recorded, if it broke a contract or built something whose clauses cannot be
      # evaluated. Such a way is not a valid use.
      def unless_broken
        before = [@violations.size, @unevaluated.size]
        value = yield
        return value if [@violations.size, @unevaluated.size] == before

        @violations = @violations.first(before[0])
        @unevaluated = @unevaluated.first(before[1])
        nil
      end

      def guard(contract)
        watch = self
        intercept(contract) do |receiver, args, keywords, block, call_next|
          watch.around(contract, receiver, args, keywords, block, &call_next)
        end
      end

      # values: [[line, value], ...] for the first, second, ... call in that line (nil: in any); the last one is repeated.
      def stub(owner, name, singleton, values)
        answer = lambda do
          here = line
          mine = values.select { |at, _| at.nil? || at == here }
          mine = values if mine.empty?
          values.delete_at(values.index(mine.first)) if mine.size > 1
          mine.first.last
        end
        place_of(owner, singleton).prepend(Module.new { define_method(name) { |*_args, **_kw, &_block| answer.() } })
      end

      # Contracts are checked only inside this block, and not while clauses are evaluated.
      def active
        @active = true
        yield
      ensure
        @active = false
      end

      def around(contract, receiver, args, keywords, block)
        return yield unless @active

        memory = {}
        names = nil
        paused do
          names = contract.names(args, keywords, block)
          @on_public_call&.(receiver) if @running.empty? && public_call?(contract, receiver)
          check(contract.pre, receiver, names, memory, 'caller', "calling #{contract.title}")
          contract.post.each { |clause| clause.remember(Predicate::Scope.new(receiver, names, {}), memory) }
        end
        result = raising(contract, receiver, names, memory) { watching_block(contract, receiver, names, block) { inside(contract.title) { yield } } }
        check_postcondition(contract, contract.post, receiver, contract.result_names(names, result), memory, 'returned')
        result
      end

      # A block was called with these values and returned that one. False: it broke its contract.
      def yielded(contract, receiver, names, given, value, assumed: nil, at: {})
        known = names.merge(contract.names(given, {}, nil))
        before = @violations.size
        paused { check(contract.pre, receiver, known, {}, 'callee', 'calling the block') }
        @violations.drop(before).each { |violation| violation[:assumed] = assumed } if assumed
        return true if @violations.size > before || value.nil?

        own = Watch.new(@path, lines: false)
        paused { own.check(contract.post, receiver, contract.result_names(known, value), {}, 'caller', 'the block gave') }
        @violations.concat(own.violations.map { |violation| violation.merge(at) }) if assumed
        own.violations.empty?
      end

      # Records a write that a label forbids.
      def wrote(labels, message)
        @violations << { clause: labels['pure'] ? 'purity' : 'frame', kind: 'stated', message: message, blames: 'callee', line: nil }
      end

      # `invariant { ... }` in a loop: evaluates the block, which is Ruby.
      def loop_invariant(block)
        return if !@active || paused(&block)

        @violations << { clause: 'loop-invariant', kind: 'stated', message: 'the loop invariant is false', blames: 'callee', line: line }
      rescue NoMethodError => e
        why = e.name == :old ? 'old(...) in the invariant of a loop' : "#{e.class}: #{e.message}"
        @unevaluated << { clause: 'loop-invariant', why: why }
      rescue StandardError => e
        @unevaluated << { clause: 'loop-invariant', why: "#{e.class}: #{e.message}" }
      end

      # Records the clauses that do not hold. A clause that could not be evaluated is recorded separately; if strict, it counts as
      # broken: on entry, a state in which a clause cannot be evaluated does not meet it.
      def check(clauses, receiver, names, memory, blames, doing, strict: false)
        clauses.each do |clause|
          outcome, why = clause.judge(receiver, names, memory)
          @unevaluated << { clause: clause.id, why: why } if why
          next unless outcome == :broken || (outcome == :raised && strict)

          @violations << { clause: clause.id, kind: clause.kind, text: clause.text, message: "#{doing}: #{clause.text} is false",
                           blames: blames, line: line, inside: @running.dup }
        end
      end

      private

      # The postcondition of a callee is assumed at the call, not proved.
      def check_postcondition(contract, clauses, receiver, names, memory, did)
        paused do
          before = @violations.size
          check(clauses, receiver, names, memory, 'callee', "#{contract.title} #{did}")
          @violations.drop(before).each { |violation| violation[:assumed] = contract.title }
        end
      end

      def raising(contract, receiver, names, memory)
        yield
      rescue StandardError
        check_postcondition(contract, contract.at_raise, receiver, contract.raise_names(names), memory, 'raised')
        raise
      end

      # Callees are responsible for calls on each other's objects.
      def inside(title)
        @running.push(title)
        yield
      rescue Exception => e # rubocop:disable Lint/RescueException -- it is only looked at
        @raised = [e, @running.dup] unless @raised && @raised[0].equal?(e)
        raise
      ensure
        @running.pop
      end

      # A block of the program is observed, never wrapped: it may `break`, which counts as nil here.
      def watching_block(contract, receiver, names, block, &)
        params = block && contract.block && plain_names(block)
        return yield if params.nil?

        at = { line: line, inside: @running.dup }
        given = []
        trace = TracePoint.new(:b_call, :b_return) do |point|
          next given.push(params.map { |name| point.binding.local_variable_get(name) }) if point.event == :b_call

          yielded(contract.block, receiver, names, given.pop || [], point.return_value, assumed: contract.title, at: at)
        end
        trace.enable(target: block, &)
      rescue ArgumentError => e
        raise unless e.message.include?('specified target')

        yield
      end

      # Nil if a parameter has no name, or takes more than one value.
      def plain_names(block)
        block.parameters.map { |kind, name| %i[opt req].include?(kind) && name&.match?(/\A[a-z]/) ? name : (return nil) }
      end

      def public_call?(contract, receiver)
        contract.name != :initialize && !contract.singleton && Values.class_of(receiver).public_method_defined?(contract.name)
      end

      def paused
        before = @active
        @active = false
        yield
      ensure
        @active = before
      end

      def line
        return nil unless @lines

        place = caller_locations.find { |location| location.path == @path }
        place && (place.lineno - 1)
      end

      def place_of(owner, singleton)
        type = owner.split('::').inject(Object) { |scope, name| scope.const_get(name) }
        singleton ? type.singleton_class : type
      end

      def intercept(contract, &check)
        name = contract.name
        place = place_of(contract.owner, contract.singleton)
        return unless place.method_defined?(name) || place.private_method_defined?(name)

        visibility = %i[private protected].find { |kind| place.__send__(:"#{kind}_method_defined?", name) }
        place.prepend(Guard.new do
          define_method(name) do |*args, **keywords, &block|
            check.(self, args, keywords, block, -> { super(*args, **keywords, &block) })
          end
          __send__(visibility, name) if visibility
        end)
      rescue NameError
        nil # not loaded, so it cannot be called
      end
    end
  end
end
