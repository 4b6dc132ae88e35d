# frozen_string_literal: true

require 'json'
require 'loupe/annotate'
require 'loupe/replay/loader'
require 'loupe/replay/values'
require 'loupe/hooks/stand_ins'

module Loupe
  # Just-in-time annotations: `pre(:belongs_to) { |*args| ... type ... }` really runs, for every call of the hooked method
  # while the files load. What it annotates is written down with the call that caused it. Libraries that are not here are
  # stood in for: only their names have to be there.
  class Hooks
    def self.run(json)
      script = JSON.parse(json)
      recorder = Loupe.sink = new
      StandIns.install
      Replay::Loader.install
      Replay::Loader.load(script['load'], script['constants'] || {})
      JSON.generate(annotations: recorder.annotations, excuse: Replay::Loader.excuse)
    end

    attr_reader :annotations

    def initialize
      @annotations = []
      @hooked = {}
      @cause = nil
    end

    # The sink of every annotation. Outside of hooks they are read from the source, not from here.
    def annotate(kind, target, args, options, block, _location)
      if @cause then record(kind, target, args, options)
      elsif %i[pre post].include?(kind) && block then hook(target, args, block)
      end
    end

    # A hooked method is called.
    def fire(receiver, name, args, keywords, blocks)
      before = @cause
      place = Loupe.outside
      @cause = { call: written(name, args, keywords), path: place && Workspace.name(place.path), line: place && place.lineno - 1 }
      blocks.each { |block| receiver.instance_exec(*args, **keywords, &block) }
    rescue StandardError => e
      Replay::Loader::FAILURES << "the hook of #{name} stopped: #{e.class}: #{e.message.lines.first.to_s.strip}"
    ensure
      @cause = before
    end

    private

    def hook(target, args, block)
      *place, name = args
      return if name.nil?

      place = place[0].is_a?(Module) ? place[0] : target
      place = place.singleton_class if name.to_s.start_with?('self.')
      name = name.to_s.delete_prefix('self.').to_sym
      blocks = @hooked[[place, name]]
      return blocks << block if blocks

      intercept(place, name, @hooked[[place, name]] = [block])
    end

    def intercept(place, name, blocks)
      recorder = self
      place.prepend(Module.new do
        define_method(name) do |*args, **keywords, &block|
          recorder.fire(self, name, args, keywords, blocks)
          defined?(super) ? super(*args, **keywords, &block) : nil
        end
      end)
    end

    def written(name, args, keywords)
      list = args.map { |arg| Replay::Values.show(arg) } + keywords.map { |key, value| "#{key}: #{Replay::Values.show(value)}" }
      "#{name} #{list.join(', ')}".strip
    end

    # As a line of Ruby that says the same without the hook.
    def record(kind, target, args, options)
      return if @annotations.size >= 10_000 || !target.is_a?(Module) || target.name.nil?

      name = kind.to_s.start_with?('attr_') ? "#{kind}_type" : kind
      list = args.map { |arg| arg.is_a?(Module) ? arg.name : arg.inspect } + options.map { |key, value| "#{key}: #{value.inspect}" }
      @annotations << { className: target.name, module: !target.is_a?(Class), source: "#{name} #{list.join(', ')}", **@cause }
    end
  end
end
