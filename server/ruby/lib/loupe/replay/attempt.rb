# frozen_string_literal: true

require 'loupe/replay/builder'
require 'loupe/replay/footprint'
require 'loupe/replay/passing'
require 'loupe/replay/target'

module Loupe
  module Replay
    # One call of the target with given values: built, checked on entry, run with its lines traced, checked on exit.
    class Attempt
      MAX_STEPS = 200
      # How often a pure method is asked again: chance may repeat itself, but not as often.
      AGAIN = (1..8).to_a.freeze
      # As many lines is a call worth.
      CALL = 10

      # More lines than the caller wanted to wait for. Not a StandardError: the program must not rescue it.
      class TooLong < Exception; end # rubocop:disable Lint/InheritException

      # max_lines: give up after so many; nil: never. story: write down which way it went.
      def initialize(target, input, max_lines: nil, story: true)
        @target = target.for(input['arm'])
        @story = story
        @lines = 0
        @max_lines = max_lines || Float::INFINITY
        @builder = Builder.new(target.script['shared'] || [], target.script['constructors'] || {}, target.watch)
        @steps = []
        target.watch.clear
        target.watch.active { build(input['receiver'], input['args'], input['block'] || target.script['block']) }
        raise Builder::Impossible, 'a constructor was given what it forbids' if target.watch.violations.any?

        stub
      end

      # How many it has run.
      attr_reader :lines

      # Before each line of the method, and each time it is called: recursion is dearer than a loop.
      def on_line(event)
        raise TooLong if (@lines += event == :call ? CALL : 1) > @max_lines

        @target.check_written(@receiver.value) if @target.script['eachLine']
      end

      # story: false gives what broke, and little else.
      def report
        memory = remember
        held = precondition_holds?(memory)
        return { preconditionHeld: false } unless held || @story

        outcome = held ? run(memory) : { type: 'returned', value: { kind: 'nil' }, shown: 'nil' }
        held &&= !@wrong_block
        watch = @target.watch
        { preconditionHeld: held, outcome: outcome, violations: watch.violations, builtBy: built_by, **(@story ? story : {}) }
      end

      # The call as it was made.
      def source = @passing.source

      private

      def story
        { kind: 'ran', ruby: RUBY_VERSION + Rails.note, call: source, source: @passing.parts, bindings: @passing.bindings + @fields,
          unevaluated: @target.watch.unevaluated, steps: @steps, branches: @branches || [] }
      end

      def build(receiver, args, block)
        @receiver = build_receiver(receiver)
        built = args.map { |arg| [arg, @builder.build(arg['value'], arg['name'])] }
        given = block && @builder.build(block)
        @passing = Passing.new(@target, @receiver, built, @builder.lets, given) { |*seen| check_block(*seen) }
        @fields = fields_of(receiver) if @story
      end

      def build_receiver(data)
        return build_class(data) if @target.contract.singleton
        return Builder::Built.new(Builder::ALLOCATE.bind_call(@target.owner), @target.contract.owner) if @target.constructor?
        return top_level(data) if data.nil? || data['className'] == 'Object'

        @builder.build(data)
      end

      # The class that has the method, or one below it.
      def build_class(data)
        data && data['kind'] == 'class' ? @builder.build(data) : Builder::Built.new(@target.owner, @target.contract.owner)
      end

      def top_level(data)
        main = TOPLEVEL_BINDING.receiver
        (data&.[]('fields') || []).each do |field|
          Builder::SET.bind_call(main, field['name'], @builder.build(field['value']).value)
        end
        Builder::Built.new(main, nil)
      end

      def fields_of(data)
        (data&.[]('fields') || []).map do |field|
          { name: field['name'], shown: Values.show(Values.field(@receiver.value, field['name'])) }
        end
      end

      # Callees whose value the counterexample has chosen.
      def stub
        (@target.script['stubs'] || []).each do |data|
          values = data['values'].map { |each| [each['line'], @builder.build(each['value']).value] }
          @target.watch.stub(data['owner'], data['name'], data['singleton'], values)
        end
      end

      def built_by
        return 'none' if @receiver.source.nil? && @builder.public?

        @builder.public? ? 'public-calls' : 'allocate'
      end

      def contracts = [@target.contract, *@target.also]

      def names(contract) = contract.names(@passing.args, @passing.keywords, nil)

      # `*xs` and `**opts` are objects of the method's own: on return, clauses speak of what it made of them.
      def keeping_rest(&)
        kept = @target.method.parameters.select { |kind, name| %i[rest keyrest].include?(kind) && name&.match?(/\A\w/) }
        return yield if kept.empty?

        trace = TracePoint.new(:call) do |point|
          @own ||= kept.to_h { |kind, name| [kind, point.binding.local_variable_get(name)] }
        end
        trace.enable(target: @target.method, &)
      end

      def names_on_return(contract) = contract.with_own(names(contract), @own || {})

      def remember
        contracts.each_with_object({}) do |contract, memory|
          scope = Predicate::Scope.new(@receiver.value, names(contract), {})
          contract.post.each { |clause| clause.remember(scope, memory) }
        end
      end

      # On entry: the method's own clauses, and what its objects promise about themselves.
      def precondition_holds?(memory)
        entry = Watch.new(@target.path, lines: false)
        contract = @target.entry || @target.contract
        entry.check(contract.pre, @receiver.value, names(contract), memory, 'caller', 'entry', strict: true)
        objects = [*(@target.constructor? ? [] : [@receiver.value]), *@passing.values]
        @target.check_objects(entry, objects, strict: true)
        @complete = @target.complete?(objects)
        @target.watch.unevaluated.concat(entry.unevaluated)
        entry.violations.empty?
      end

      def run(memory)
        return watching_writes { run_and_check(memory) } unless @story

        before = Branches.counts(@target.path)
        outcome = watching_writes { run_and_check(memory) }
        @branches = Branches.since(before, @target.path)
        outcome
      end

      # What was there before must be as before, as far as the labels say so.
      def watching_writes
        labels = @target.contract.writes
        return yield if labels.nil?

        footprint = Footprint.new(roots, @target.classes)
        outcome = yield
        footprint.offences(labels).each { |what| @target.watch.wrote(labels, "it writes #{what}") }
        made_anew(labels, footprint)
        outcome
      end

      def roots
        named = names(@target.contract).compact
        @target.constructor? ? named : named.merge(owned_fields, 'self' => @receiver.value)
      end

      # `modifies: { :@items => :contents }`: what a field holds on entry.
      def owned_fields
        entries = @target.contract.writes.values_at('modifies', 'protects').compact.flatten(1)
        owners = entries.map(&:first).select { |owner| owner.match?(/\A@[^@]/) }
        owners.to_h { |owner| [owner, Values.field(@receiver.value, owner)] }.compact
      end

      # A pure method gives the same answer again, and no object that was made for it.
      def made_anew(labels, footprint)
        return unless labels['pure'] && @target.watch.violations.empty? && defined?(@result) && !footprint.known?(@result)

        return if (@story ? AGAIN : AGAIN.first(1)).all? { same_answer?(@result, call) }

        @target.watch.wrote(labels, compound?(@result) ? 'its result is a new object each time' : 'it does not repeat its answer')
      rescue StandardError
        nil
      end

      def same_answer?(one, other)
        return true if one.equal?(other) || !(compound?(one) || Footprint.immediate?(one))

        Footprint.immediate?(one) && (one.eql?(other) || (one.is_a?(Float) && one.nan? && other.is_a?(Float) && other.nan?))
      end

      def compound?(value) = [Array, Hash, String, Struct].any? { |type| type === value } || !Values::FIELDS.bind_call(value).empty?

      def call = @target.method.bind_call(@receiver.value, *@passing.args, **@passing.keywords, &@passing.block)

      def run_and_check(memory)
        as_a_heir(memory)
        result = traced { @target.watch.active { keeping_rest { call } } }
        result = @receiver.value if @target.constructor?
        @result = result
        check_result(result, memory)
        @target.check_objects(@target.watch, [@receiver.value, *@passing.values, result], complete: @complete)
        @story ? { type: 'returned', value: Values.dump(result), shown: Values.show(result) } : { type: 'returned' }
      rescue TooLong
        raise
      rescue Rails::Beyond => e
        raise CouldNotRun, e.message
      rescue Exception => e # rubocop:disable Lint/RescueException -- whatever ends the run is its outcome
        check_after_raise(memory) if e.is_a?(StandardError)
        raised(e)
      end

      # The block that we pass: what it is given is the method's business, what it gives is ours.
      def check_block(given, value)
        contract = @target.contract.block or return
        @wrong_block = true unless @target.watch.yielded(contract, @receiver.value, names(@target.contract), given, value)
      end

      # What a superclass's callers may pass must be accepted here, too.
      def as_a_heir(memory)
        return unless @target.entry

        @target.watch.check(@target.contract.pre, @receiver.value, names(@target.contract), memory, 'callee', 'on entry')
      end

      # Objects keep their promises also where a method leaves by an exception; one that was not made is none.
      def check_after_raise(memory)
        contracts.each do |contract|
          all = contract.raise_names(names_on_return(contract))
          @target.watch.check(contract.at_raise, @receiver.value, all, memory, 'callee', 'on leaving by an exception')
        end
        @target.check_objects(@target.watch, [*(@target.constructor? ? [] : [@receiver.value]), *@passing.values])
      end

      def check_result(result, memory)
        contracts.each do |contract|
          all = contract.result_names(names_on_return(contract), result)
          @target.watch.check(contract.post, @receiver.value, all, memory, 'callee', 'on return')
        end
      end

      def raised(error)
        places = (error.backtrace_locations || []).select { |location| location.path == @target.path }
        lines = places.first(MAX_STEPS).map { |place| place.lineno - 1 }
        { type: 'raised', className: Values.class_name(error), message: message_of(error), line: lines.first, through: lines,
          inside: @target.watch.raised_in(error) }
      end

      def message_of(error)
        error.message.to_s.lines.first.to_s.strip[0, 300]
      rescue StandardError
        ''
      end

      def traced(&)
        return @target.counting(self, &) unless @story

        trace = TracePoint.new(:line) do |point|
          on_line(:line)
          @steps << { path: Workspace.name(point.path), line: point.lineno - 1 } if @steps.size < MAX_STEPS
        end
        start(trace)
        yield
      ensure
        trace&.disable
      end

      # A body on the line of its `def` has no lines of its own.
      def start(trace)
        trace.enable(target: @target.method)
      rescue ArgumentError
        place = @target.method.source_location
        @steps << { path: @target.script['path'], line: place[1] - 1 } if place
      end
    end
  end
end
