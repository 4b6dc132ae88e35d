# frozen_string_literal: true

require 'loupe/rails/stand_in'
require 'loupe/replay/branches'
require 'loupe/replay/loader'
require 'loupe/replay/steps'
require 'loupe/replay/watch'

module Loupe
  module Replay
    # Reported instead of a result.
    class CouldNotRun < StandardError; end

    # The contract of a class's objects: a field refinement or an invariant.
    class ObjectContract
      def initialize(data)
        @owner = data['owner']
        @field = data['field']
        @binder = data['binder']
        @clauses = Clause.read(data['clauses'])
      end

      def invariant? = @field.nil?

      def set_in?(value) = !@field.nil? && !Values.field(value, @field).nil?

      def check(watch, value, strict)
        @type ||= Object.const_get(@owner)
        return unless @type === value

        names = @field ? { @binder => Values.field(value, @field) } : {}
        strict ||= @field && names[@binder].nil? # nil, so the clause cannot be evaluated
        before = watch.violations.size
        watch.check(@clauses, value, names, {}, 'callee', "#{@owner}#{" #{@field}" if @field}", strict: strict)
        watch.violations.drop(before).each { |violation| violation[:value] = Values.show(names[@binder]) } if @field
      rescue NameError
        nil
      end
    end

    # The method to run, with its program loaded and its contracts installed.
    class Target
      # entry: the contract whose precondition must hold instead of its own.
      attr_reader :script, :path, :method, :contract, :also, :watch, :entry

      def initialize(script)
        @script = script
        Rails.offer(script['schemas'] || [])
        Loader.install
        Branches.watch
        steps = Steps.new(Loader.skip)
        Loader.load(script['load'], script['constants'] || {}) { |path, &load| steps.take({ file: Workspace.name(path) }, &load) }
        @path = Workspace.path(script['path'])
        @contract = Contract.new(script['contract'])
        @arms = (script['arms'] || []).map { |data| Contract.new(data) }
        @entry = script['entry'] && Contract.new(script['entry'])
        @also = (script['also'] || []).map { |data| Contract.new(data) }
        @objects = (script['objects'] || []).map { |data| ObjectContract.new(data) }
        @afterwards = script['afterwards']&.map { |data| ObjectContract.new(data) }
        @method = find_method
        replaced = elsewhere and raise CouldNotRun, "another body has taken its place (#{replaced})"
        guard
      end

      # Under one of its signatures, if there are several.
      def for(arm)
        @contract = @arms[arm] if arm && @arms[arm]
        self
      end

      # Whether users call it by `new`.
      def constructor? = @contract.name == :initialize && !@contract.singleton

      def owner = @contract.owner.split('::').inject(Object) { |scope, name| scope.const_get(name) }

      # Classes of the program that are loaded.
      def classes
        (@script['constants'] || {}).keys.filter_map do |name|
          name.split('::').inject(Object) { |scope, part| scope.const_defined?(part, false) ? scope.const_get(part) : break }
        end.grep(Module)
      end

      def public? = @method.owner.public_method_defined?(@contract.name)

      # Checks every reachable object against the contract of its class.
      def check_objects(watch, values, strict: false, complete: false)
        check_each(complete ? @afterwards : @objects, watch, values, strict)
      end

      # Checks the fields that are set, in the middle of a method.
      def check_written(value)
        @objects.each { |object| object.check(@watch, value, false) if object.set_in?(value) }
      end

      # Whether all required fields are set, as far as that is checked. Otherwise the run is not to blame for what is missing.
      def complete?(values)
        return false unless @afterwards

        before = Watch.new(@path, lines: false)
        check_each(@afterwards, before, values, false)
        before.violations.empty?
      end

      # Counts the lines of the method for an attempt. The trace is enabled once, because that takes longer than a short run.
      def counting(attempt)
        @counted = attempt
        @counter ||= start_counter
        yield
      ensure
        @counted = nil
      end

      private

      def check_each(contracts, watch, values, strict)
        values.compact.uniq(&:__id__).each { |value| contracts.each { |object| object.check(watch, value, strict) } }
      end

      # Fields are checked when they are written; invariants of several fields must hold whenever other code can see the object.
      def check_invariants(receiver)
        @objects.each { |object| object.check(@watch, receiver, false) if object.invariant? }
      end

      # An attribute has no lines to count.
      def start_counter
        TracePoint.new(:line, :call) { |point| @counted&.on_line(point.event) }.tap { |trace| trace.enable(target: @method) }
      rescue ArgumentError
        true
      end

      def find_method
        (@contract.singleton ? owner.singleton_class : owner).instance_method(@contract.name)
      rescue NameError
        raise CouldNotRun, "#{@contract.title} is not there after loading#{" (#{Loader.excuse})" if Loader.excuse}"
      end

      # The location of the body that would run, if it is not the one that was verified; attributes have none.
      def elsewhere
        line = @script['line']
        path, at = @method.source_location
        "#{Workspace.name(path)}:#{at}" if line && path && [path, at - 1] != [@path, line]
      end

      def guard
        @watch = Watch.new(@path, lines: @script['lines'] != false)
        @watch.on_public_call = ->(receiver) { check_invariants(receiver) }
        (@script['callees'] || []).each { |data| @watch.guard(Contract.new(data)) }
        Loupe.loop_sink = @watch.method(:loop_invariant)
      end
    end
  end
end
