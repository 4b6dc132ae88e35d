# frozen_string_literal: true

require 'json'
require 'loupe/annotate'
require 'loupe/replay/loader'
require 'loupe/replay/values'
require 'loupe/hooks/stand_ins'
require 'loupe/replay/steps'

module Loupe
  # Just-in-time annotations: runs `pre(:belongs_to) { |*args| ... type ... }` for every call of the hooked method while the files
  # load, and records its annotations with the call that triggered it. Missing libraries are replaced by stand-ins. A hook may end
  # the whole run (`exit!`, an endless loop): the host sees which one from the announced steps, and runs the others again without
  # it.
  class Hooks
    def self.run(json)
      script = JSON.parse(json)
      recorder = Loupe.sink = new(Replay::Steps.new(script['skip'] || []))
      StandIns.install
      recorder.watch_mixins
      Replay::Loader.install
      Replay::Loader.load(script['load'], script['constants'] || {}) { |path, &load| recorder.loading(path, &load) }
      JSON.generate(annotations: recorder.annotations, fired: recorder.fired, loaded: Workspace.loaded,
                    failed: Replay::Loader.failed.map { |path| Workspace.name(path) }, excuse: Replay::Loader.excuse)
    end

    attr_reader :annotations, :fired

    def initialize(steps)
      @steps = steps
      @annotations = []
      @fired = []
      @hooked = {}
      @cause = nil
    end

    # The sink of annotations. Outside of hooks they are read from the source, not from here.
    def annotate(kind, target, args, options, block, _location)
      if @cause then record(kind, target, args, options)
      elsif %i[pre post].include?(kind) && block then hook(kind, target, args, block)
      end
    end

    # Runs around a hooked method: `pre` hooks first, `post` hooks with the result.
    def around(receiver, name, args, keywords, blocks)
      fire(receiver, name, args, keywords, blocks[:pre])
      result = yield
      fire(receiver, name, [result, *args], keywords, blocks[:post], args)
      result
    end

    # Loads a file, unless it ended an earlier run.
    def loading(path, &load) = @steps.take({ file: Workspace.name(path) }, &load)

    # What `def self.included(base)` does belongs to the `include` that triggered it.
    def watch_mixins
      recorder = self
      Module.prepend(Module.new do
        %i[include prepend].each do |name|
          define_method(name) { |*modules, &block| recorder.cause(name, modules, {}) { super(*modules, &block) } }
        end
        define_method(:extend) { |*modules| recorder.cause(:extend, modules, {}) { super(*modules) } }
      end)
    end

    # Attributes annotations inside the block to this call.
    def cause(name, args, keywords)
      before = @cause
      place = Loupe.outside
      @cause = { call: written(name, args, keywords), path: place && Workspace.name(place.path), line: place && place.lineno - 1 }
      yield
    ensure
      @cause = before
    end

    private

    def fire(receiver, name, args, keywords, blocks, shown = args)
      return if blocks.empty?

      cause(name, shown, keywords) do
        failure = run_blocks(receiver, args, keywords, blocks)
        @fired << { method: name, call: @cause[:call], className: receiver.is_a?(Module) ? receiver.name : nil,
                    path: @cause[:path], line: @cause[:line], failure: failure }
      end
    end

    # Returns what stopped it; nil: nothing.
    def run_blocks(receiver, args, keywords, blocks)
      blocks.each do |block|
        path, line = block.source_location
        step = { call: "#{@cause[:path]}:#{@cause[:line]}", hook: "#{path && Workspace.name(path)}:#{line}" }
        @steps.take(step) { receiver.instance_exec(*args, **keywords, &block) }
      end
      nil
    rescue Replay::Steps::Skipped => e
      e.message
    rescue Exception => e # rubocop:disable Lint/RescueException -- a hook that calls exit must not end the run
      "#{e.class}: #{e.message.lines.first.to_s.strip}"
    end

    def hook(kind, target, args, block)
      *place, name = args
      return if name.nil?

      place = place[0].is_a?(Module) ? place[0] : target
      place = place.singleton_class if name.to_s.start_with?('self.')
      name = name.to_s.delete_prefix('self.').to_sym
      blocks = @hooked[[place, name]] ||= intercept(place, name, { pre: [], post: [] })
      blocks[kind] << block
    end

    def intercept(place, name, blocks)
      recorder = self
      place.prepend(Module.new do
        define_method(name) do |*args, **keywords, &block|
          recorder.around(self, name, args, keywords, blocks) do
            defined?(super) ? super(*args, **keywords, &block) : nil
          end
        end
      end)
      blocks
    end

    def written(name, args, keywords)
      list = args.map { |arg| Replay::Values.show(arg) } + keywords.map { |key, value| "#{key}: #{Replay::Values.show(value)}" }
      "#{name} #{list.join(', ')}".strip
    end

    # Records an equivalent Ruby line that does not need the hook.
    def record(kind, target, args, options)
      return if @annotations.size >= 10_000 || !target.is_a?(Module) || target.name.nil?

      name = kind.to_s.start_with?('attr_') ? "#{kind}_type" : kind
      list = args.map { |arg| arg.is_a?(Module) ? arg.name : arg.inspect } + options.map { |key, value| "#{key}: #{value.inspect}" }
      @annotations << { className: target.name, module: !target.is_a?(Class), source: "#{name} #{list.join(', ')}", **@cause }
    end
  end
end
