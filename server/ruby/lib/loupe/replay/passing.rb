# frozen_string_literal: true

module Loupe
  module Replay
    # How built arguments are passed to a method, and the source of that call.
    class Passing
      attr_reader :args, :keywords, :block

      # arguments: [[data, built], ...]; lets: statements that name shared objects; result: what the block returns, built.
      # on_block: receives the arguments and result of the block.
      def initialize(target, receiver, arguments, lets, result = nil, &on_block)
        @result = result
        @block = result && proc { |*given| result.value.tap { |value| on_block&.(given, value) } }
        @target = target
        @receiver = receiver
        @lets = lets
        @args = []
        @keywords = {}
        @arguments = arguments.each_with_index.map { |(data, built), index| [data, built, how(data, index)] }
        @arguments.each { |data, built, how| pass(data, built, how) }
      end

      def values = @args + @keywords.values

      # Another reference to the same object is shown by its name.
      def bindings
        seen = { @receiver => true }.compare_by_identity
        @arguments.map do |data, built, _|
          first = built.written && !seen.key?(built)
          seen[built] = true
          { name: data['name'], shown: first ? built.written : built.source }
        end
      end

      # The call as a user would write it.
      def source
        list = @arguments.filter_map { |data, built, how| written(data, built, how) }
        [*@lets, "#{called(list)}#{written_block}"].join('; ')
      end

      # The same in parts, for generated tests.
      def parts
        { setup: @lets, receiver: @receiver.source, how: how_called,
          block: written_block, args: @arguments.map { |data, built, how| part(data, built, how) } }
      end

      private

      def part(data, built, how)
        { name: data['name'], keyword: how == :key, source: built.source, spread: { rest: '*', keyrest: '**' }[how] }.compact
      end

      def written_block = @result && " { #{@result.source} }"

      # The method's parameters determine how an argument is passed.
      def how(data, index)
        return :one if data['name'].empty?

        params = @target.method.parameters
        own, = params.find { |_, name| name.to_s == data['name'] }
        # Each argument of a rest parameter is passed alone.
        kind = own || params.dig(index, 0).then { |one| one unless %i[rest keyrest].include?(one) }
        case kind
        when :keyreq, :key then :key
        when :keyrest, :rest, :block then kind
        else data['keyword'] ? :key : :one
        end
      end

      def pass(data, built, how)
        case how
        when :key then @keywords[data['name'].to_sym] = built.value
        when :keyrest then @keywords.merge!(built.value.to_h.transform_keys(&:to_sym))
        when :rest then @args.concat(Array(built.value))
        when :one then @args << built.value
        end
      end

      def written(data, built, how)
        case how
        when :key then "#{data['name']}: #{built.source}"
        when :keyrest then "**#{built.source}" unless built.value.empty?
        when :rest then "*#{built.source}" unless built.value.empty?
        when :one then built.source
        end
      end

      def how_called
        return 'new' if @target.constructor?
        return 'function' if @receiver.source.nil?

        @target.public? ? 'public' : 'send'
      end

      def called(list)
        name = @target.constructor? ? :new : @target.contract.name
        receiver = @target.constructor? ? @target.contract.owner : @receiver.source
        list = [name.inspect, *list] if sent?(name, receiver)
        name = 'send' if sent?(name, receiver)
        "#{"#{receiver}." if receiver}#{name}#{"(#{list.join(', ')})" unless list.empty?}"
      end

      # Whether the name cannot be called directly, or would return another value: `o.size = 1` is 1, whatever the method returns.
      def sent?(name, receiver)
        name.match?(/[[:alnum:]_]=\z/) || name.inspect.start_with?(':"') || (receiver && !callable?)
      end

      def callable? = @target.constructor? ? @target.owner.respond_to?(:new) : @target.public?
    end
  end
end
