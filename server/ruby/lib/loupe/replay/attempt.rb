# frozen_string_literal: true

require 'loupe/replay/builder'
require 'loupe/replay/footprint'
require 'loupe/replay/passing'
require 'loupe/replay/target'

module Loupe
  module Replay
    # One call of the target with given values: builds them, checks the entry, runs with traced lines, checks the exit.
    class Attempt
      MAX_STEPS = 200
      # How often a pure method is called again: chance may repeat a result, but not this often.
      AGAIN = (1..8).to_a.freeze
      # A call costs as much as this many lines.
      CALL = 10

      # The run exceeded its line limit. Not a StandardError: the program must not rescue it.
      class TooLong < Exception; end # rubocop:disable Lint/InheritException

      # max_lines: the line limit; nil: none. record_path: whether to record the path.
      def initialize(target, input, max_lines: nil, record_path: true)
        @target = target.for(input['arm'])
        @record_path = record_path
        @lines = 0
        @max_lines = max_lines || Float::INFINITY
        @builder = Builder.new(target.script['shared'] || [], target.script['constructors'] || {}, target.watch)
        @steps = []
        srand(seed_of(input))
        target.watch.clear
        target.watch.active { build(input['receiver'], input['args'], input['block'] || target.script['block']) }
        raise Builder::Impossible, 'a constructor was given what it forbids' if target.watch.violations.any?

        stub
      end

      # How many lines it has run.
      attr_reader :lines

      # Called at each line and each call of the method: recursion costs more than a loop.
      def on_line(event)
        raise TooLong if (@lines += event == :call ? CALL : 1) > @max_lines

        @target.check_written(@receiver.value) if @target.script['eachLine']
      end

      # record_path: false reports only what broke.
      def report
        memory = remember
        held = precondition_holds?(memory)
        return { preconditionHeld: false } unless held || @record_path

        outcome = held ? run(memory) : { type: 'returned', value: { kind: 'nil' }, shown: 'nil' }
        held &&= !@wrong_block
        watch = @target.watch
        { preconditionHeld: held, outcome: outcome, violations: watch.violations, builtBy: built_by, **(@record_path ? path_report : {}) }
      end

      # The call as it was made.
      def source = @passing.source

      private

      def path_report
        { kind: 'ran', ruby: RUBY_VERSION, standIn: Rails.replaced, call: source, source: @passing.parts,
          bindings: @passing.bindings + @fields, unevaluated: @target.watch.unevaluated, steps: @steps, branches: @branches || [] }
      end

      # The same input gets the same random numbers, in this run and in any other; another input gets others.
      def seed_of(input) = JSON.generate(input.values_at('receiver', 'args', 'block'), max_nesting: false).sum(32)

      def build(receiver, args, block)
        @receiver = build_receiver(receiver)
        built = args.map { |arg| [arg, @builder.build(arg['value'], arg['name'])] }
        given = block && @builder.build(block)
        @passing = Passing.new(@target, @receiver, built, @builder.lets, given) { |*seen| check_block(*seen) }
        @fields = fields_of(receiver) if @record_path
      end

      def build_receiver(data)
        return build_class(data) if @target.contract.singleton
        return Builder::Built.new(Builder::ALLOCATE.bind_call(@target.owner), @target.contract.owner) if @target.constructor?
        return top_level(data) if data.nil? || data['className'] == 'Object'

        @builder.build(data)
      end

      # The class that owns the method, or a descendant.
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

      # Callees whose results the counterexample chooses.
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

      # `*xs` and `**opts` are allocated by the method: on return, clauses see their current contents.
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

      # On entry: the method's own clauses, and the contracts of its objects.
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
        return watching_writes { run_and_check(memory) } unless @record_path

        before = Branches.counts(@target.path)
        outcome = watching_writes { run_and_check(memory) }
        @branches = Branches.since(before, @target.path)
        outcome
      end

      # Objects that existed before must be unchanged, as far as the labels require it.
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

      # `modifies: { :@items => :contents }`: the objects in these fields on entry.
      def owned_fields
        entries = @target.contract.writes.values_at('modifies', 'protects').compact.flatten(1)
        owners = entries.map(&:first).select { |owner| owner.match?(/\A@[^@]/) }
        owners.to_h { |owner| [owner, Values.field(@receiver.value, owner)] }.compact
      end

      # A pure method returns an equal result again, not an object allocated for a single call.
      def made_anew(labels, footprint)
        return unless labels['pure'] && @target.watch.violations.empty? && defined?(@result) && !footprint.known?(@result)

        return if (@record_path ? AGAIN : AGAIN.first(1)).all? { same_answer?(@result, call) }

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
        @record_path ? { type: 'returned', value: Values.dump(result), shown: Values.show(result) } : { type: 'returned' }
      rescue TooLong
        raise
      rescue Rails::Beyond => e
        raise CouldNotRun, e.message
      rescue Exception => e # rubocop:disable Lint/RescueException -- whatever ends the run is its outcome
        check_after_raise(memory) if e.is_a?(StandardError)
        raised(e)
      end

      # The block argument of the replay: the method is responsible for its arguments, the replay for its result.
      def check_block(given, value)
        contract = @target.contract.block or return
        @wrong_block = true unless @target.watch.yielded(contract, @receiver.value, names(@target.contract), given, value)
      end

      # The method must accept what callers of the superclass may pass.
      def as_a_heir(memory)
        return unless @target.entry

        @target.watch.check(@target.contract.pre, @receiver.value, names(@target.contract), memory, 'callee', 'on entry')
      end

      # Invariants must also hold when a method raises, unless it was the constructor.
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
          inside: @target.watch.raised_in(error), aboutNil: about_nil?(error), **missing_method(error) }
      end

      MISSING = NameError.instance_method(:name)
      private_constant :MISSING

      # The error's class may define a `name` of its own.
      def missing_method(error)
        error.is_a?(NoMethodError) ? { missing: MISSING.bind_call(error).to_s } : {}
      end

      RECEIVER = NameError.instance_method(:receiver)
      private_constant :RECEIVER

      # Whether the error is due to a nil. Only errors of missing methods hold the receiver; otherwise Ruby says it in the message alone.
      def about_nil?(error)
        return message_of(error).match?(/\bnil\b/) unless error.is_a?(NoMethodError)

        begin
          nil.equal?(RECEIVER.bind_call(error))
        rescue ArgumentError
          false
        end
      end

      def message_of(error)
        error.message.to_s.lines.first.to_s.strip[0, 300]
      rescue StandardError
        ''
      end

      def traced(&)
        return @target.counting(self, &) unless @record_path

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
