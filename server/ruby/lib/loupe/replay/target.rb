# frozen_string_literal: true

require 'loupe/replay/branches'
require 'loupe/replay/loader'
require 'loupe/replay/watch'

module Loupe
  module Replay
    # Said instead of a result.
    class CouldNotRun < StandardError; end

    # What a class promises about its objects: a field's refinement, or an invariant.
    class ObjectContract
      def initialize(data)
        @owner = data['owner']
        @field = data['field']
        @binder = data['binder']
        @clauses = Clause.read(data['clauses'])
      end

      def check(watch, value, strict)
        type = @owner.split('::').inject(Object) { |scope, name| scope.const_get(name) }
        return unless type === value

        names = @field ? { @binder => Values.field(value, @field) } : {}
        watch.check(@clauses, value, names, {}, 'callee', "#{@owner}#{" #{@field}" if @field}", strict: strict)
      rescue NameError
        nil
      end
    end

    # The method to run, its program loaded and the contracts around it in place.
    class Target
      attr_reader :script, :path, :method, :contract, :also, :watch

      def initialize(script)
        @script = script
        Loader.install
        Branches.watch
        Loader.load(script['load'], script['constants'] || {})
        @path = Workspace.path(script['path'])
        @contract = Contract.new(script['contract'])
        @also = (script['also'] || []).map { |data| Contract.new(data) }
        @objects = (script['objects'] || []).map { |data| ObjectContract.new(data) }
        @method = find_method
        guard
      end

      # Called `new` by its users.
      def constructor? = @contract.name == :initialize && !@contract.singleton

      def owner = @contract.owner.split('::').inject(Object) { |scope, name| scope.const_get(name) }

      # Of the program, as far as they are loaded.
      def classes
        (@script['constants'] || {}).keys.filter_map do |name|
          name.split('::').inject(Object) { |scope, part| scope.const_defined?(part, false) ? scope.const_get(part) : break }
        end.grep(Module)
      end

      def public? = @method.owner.public_method_defined?(@contract.name)

      # Every object in sight, against what its class promises.
      def check_objects(watch, values, strict: false)
        values.compact.uniq(&:__id__).each { |value| @objects.each { |object| object.check(watch, value, strict) } }
      end

      private

      def find_method
        (@contract.singleton ? owner.singleton_class : owner).instance_method(@contract.name)
      rescue NameError
        raise CouldNotRun, "#{@contract.title} is not there after loading#{" (#{Loader.excuse})" if Loader.excuse}"
      end

      def guard
        @watch = Watch.new(@path)
        (@script['callees'] || []).each { |data| @watch.guard(Contract.new(data)) }
        Loupe.loop_sink = @watch.method(:loop_invariant)
      end
    end
  end
end
