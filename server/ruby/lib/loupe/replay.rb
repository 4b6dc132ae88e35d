# frozen_string_literal: true

require 'json'
require 'loupe/clauses'
require 'loupe/replay/builder'
require 'loupe/replay/loader'
require 'loupe/replay/values'
require 'loupe/replay/watch'

module Loupe
  # Runs a counterexample: loads the files, builds receiver and arguments, evaluates the precondition, calls the method
  # with its lines traced, evaluates what should hold afterwards. Everything goes in and out as JSON.
  module Replay
    MAX_STEPS = 200

    def self.run(json)
      JSON.generate(Run.new(JSON.parse(json, max_nesting: false)).call, max_nesting: false)
    end

    # Said instead of a result.
    class CouldNotRun < StandardError; end

    class Run
      def initialize(script)
        @script = script
        @builder = Builder.new(script['shared'] || [], script['constructors'] || {})
        @steps = []
      end

      def call
        load_program
        find_method
        build_call
        report
      rescue CouldNotRun, Builder::Impossible => e
        { kind: 'could-not-run', why: e.message }
      end

      private

      def load_program
        Loader.install
        Loader.load(@script['load'], @script['constants'] || {})
        @path = Workspace.path(@script['path'])
        @watch = Watch.new(@path)
        @contract = Contract.new(@script['contract'])
        @also = (@script['also'] || []).map { |data| Contract.new(data) }
      end

      def find_method
        owner = @contract.owner.split('::').inject(Object) { |scope, name| scope.const_get(name) }
        owner = owner.singleton_class if @contract.singleton
        @method = owner.instance_method(@contract.name)
      rescue NameError
        raise CouldNotRun, "#{@contract.title} is not there after loading#{" (#{Loader.excuse})" if Loader.excuse}"
      end

      def build_call
        @receiver = build_receiver
        @arguments = @script['args'].map { |arg| [arg, @builder.build(arg['value'])] }
        @args = []
        @keywords = {}
        @arguments.each_with_index { |(arg, built), index| pass(arg, built, index) }
        @names = @contract.names(@args, @keywords, nil)
        @bindings = @arguments.map { |arg, built| { name: arg['name'], shown: built.source } } + field_bindings
      end

      # The method's own parameters say how an argument is passed.
      def pass(arg, built, index)
        arg['how'] = how_passed(arg, index)
        case arg['how']
        when :key then @keywords[arg['name'].to_sym] = built.value
        when :keyrest then @keywords.merge!(built.value.to_h.transform_keys(&:to_sym))
        when :rest then @args.concat(Array(built.value))
        when :one then @args << built.value
        end
      end

      def how_passed(arg, index)
        kind, = @method.parameters.find { |_, name| name.to_s == arg['name'] } || @method.parameters[index]
        case kind
        when :keyreq, :key then :key
        when :keyrest, :rest, :block then kind
        else arg['keyword'] ? :key : :one
        end
      end

      def build_receiver
        type = @contract.owner.split('::').inject(Object) { |scope, name| scope.const_get(name) }
        return Builder::Built.new(type, @contract.owner) if @contract.singleton
        return Builder::Built.new(Builder::ALLOCATE.bind_call(type), type.name) if constructor?
        return top_level if @script['receiver'].nil? || @script.dig('receiver', 'className') == 'Object'

        @builder.build(@script['receiver'])
      end

      def top_level
        main = TOPLEVEL_BINDING.receiver
        (@script.dig('receiver', 'fields') || []).each do |field|
          Builder::SET.bind_call(main, field['name'], @builder.build(field['value']).value)
        end
        Builder::Built.new(main, nil)
      end

      def constructor? = @contract.name == :initialize && !@contract.singleton

      def field_bindings
        (@script.dig('receiver', 'fields') || []).map do |field|
          { name: field['name'], shown: Values.show(Values::FIELD.bind_call(@receiver.value, field['name'])) }
        end
      end

      # The call as a user would write it.
      def call_source
        args = @arguments.filter_map { |arg, built| argument_source(arg, built) }
        list = args.empty? ? '' : "(#{args.join(', ')})"
        [*@builder.lets, "#{callee}#{list}"].join('; ')
      end

      def argument_source(arg, built)
        case arg['how']
        when :key then "#{arg['name']}: #{built.source}"
        when :keyrest then "**#{built.source}" unless built.value.empty?
        when :rest then "*#{built.source}" unless built.value.empty?
        when :one then built.source
        end
      end

      # The same in pieces, for tests that are written from it.
      def call_parts
        { setup: @builder.lets, receiver: @receiver.source, how: how_called,
          args: @arguments.map { |arg, built| { name: arg['name'], keyword: arg['how'] == :key, source: built.source } } }
      end

      def how_called
        return 'new' if constructor?
        return 'function' if @receiver.source.nil?

        @method.owner.public_method_defined?(@contract.name) ? 'public' : 'send'
      end

      def callee
        return "#{@contract.owner}.new" if constructor?
        return @contract.name.to_s if @receiver.source.nil?

        "#{@receiver.source}.#{@contract.name}"
      end

      def report
        source = call_source
        memory = remember
        held = precondition_holds?(memory)
        outcome = held ? run_method(memory) : { type: 'returned', value: { kind: 'nil' }, shown: 'nil' }
        { kind: 'ran', ruby: RUBY_VERSION, preconditionHeld: held, outcome: outcome, call: source, bindings: @bindings,
          source: call_parts, violations: @watch.violations, unevaluated: @watch.unevaluated, builtBy: built_by, steps: @steps }
      end

      def built_by
        return 'none' if @receiver.source.nil? && @builder.public?

        @builder.public? ? 'public-calls' : 'allocate'
      end

      def remember
        scope = Predicate::Scope.new(@receiver.value, @names, {})
        memory = @contract.post.each_with_object({}) { |clause, into| clause.remember(scope, into) }
        @also.each do |contract|
          scope = Predicate::Scope.new(@receiver.value, contract.names(@args, @keywords, nil), {})
          contract.post.each { |clause| clause.remember(scope, memory) }
        end
        memory
      end

      # On entry: the method's own clauses, and what its objects promise about themselves.
      def precondition_holds?(memory)
        entry = Watch.new(@path)
        entry.check(@contract.pre, @receiver.value, @names, memory, 'caller', 'entry')
        check_objects(entry, [*(constructor? ? [] : [@receiver.value]), *@args, *@keywords.values])
        @watch.unevaluated.concat(entry.unevaluated)
        entry.violations.empty?
      end

      def run_method(memory)
        install_contracts
        Loupe.loop_sink = @watch.method(:loop_invariant)
        result = traced { @watch.active { @method.bind_call(@receiver.value, *@args, **@keywords) } }
        result = @receiver.value if constructor?
        check_result(result, memory)
        check_objects(@watch, [@receiver.value, *@args, *@keywords.values, result])
        { type: 'returned', value: Values.dump(result), shown: Values.show(result) }
      rescue Exception => e # rubocop:disable Lint/RescueException -- whatever ends the run is its outcome
        raised(e)
      end

      def check_result(result, memory)
        [@contract, *@also].each do |contract|
          names = contract.result_names(contract.names(@args, @keywords, nil), result)
          @watch.check(contract.post, @receiver.value, names, memory, 'callee', 'on return')
        end
      end

      def raised(error)
        place = error.backtrace_locations&.find { |location| location.path == @path }
        { type: 'raised', className: Values.class_name(error), message: message_of(error),
          line: place && (place.lineno - 1) }
      end

      def message_of(error)
        error.message.to_s.lines.first.to_s.strip[0, 300]
      rescue StandardError
        ''
      end

      def install_contracts
        (@script['callees'] || []).each { |data| @watch.guard(Contract.new(data)) }
        (@script['stubs'] || []).each do |data|
          values = data['values'].map { |value| @builder.build(value).value }
          @watch.stub(data['owner'], data['name'], data['singleton'], values)
        end
      end

      def traced
        trace = TracePoint.new(:line) do |point|
          @steps << { path: Workspace.name(point.path), line: point.lineno - 1 } if @steps.size < MAX_STEPS
        end
        start(trace)
        yield
      ensure
        trace.disable
      end

      # A body on the line of its `def` has no lines of its own.
      def start(trace)
        trace.enable(target: @method)
      rescue ArgumentError
        @steps << { path: @script['path'], line: @method.source_location[1] - 1 } if @method.source_location
      end

      # Refinements of fields and invariants of classes, for every object in sight.
      def check_objects(watch, values)
        objects = (@script['objects'] || []).map { |data| ObjectContract.new(data) }
        values.compact.uniq(&:__id__).each do |value|
          objects.each { |object| object.check(watch, value) }
        end
      end
    end

    # What a class promises about its objects.
    class ObjectContract
      def initialize(data)
        @owner = data['owner']
        @field = data['field']
        @binder = data['binder']
        @clauses = Clause.read(data['clauses'])
      end

      def check(watch, value)
        type = @owner.split('::').inject(Object) { |scope, name| scope.const_get(name) }
        return unless type === value

        names = @field ? { @binder => Values::FIELD.bind_call(value, @field) } : {}
        watch.check(@clauses, value, names, {}, 'callee', "#{@owner}#{@field ? " #{@field}" : ''}")
      rescue NameError
        nil
      end
    end
  end
end
