# frozen_string_literal: true

require 'loupe/replay/values'

module Loupe
  module Replay
    # Looks for a way to an object with the wanted fields through `new` and public setters. Arguments are guessed: a
    # parameter gets the field of its name, else the fields in order, else small values; the first object whose fields
    # come out as wanted is taken. Fields that nobody asked about may be anything.
    class Construct
      MAX_TRIES = 60
      FILLERS = [[0, '0'], [1, '1'], [nil, 'nil'], ['', '""'], [[], '[]']].freeze

      Built = Struct.new(:value, :source)

      # fields: name => something with value and source
      def initialize(type, fields)
        @type = type
        @fields = fields
      end

      def call
        return nil unless @type.respond_to?(:new)

        candidates.first(MAX_TRIES).each do |positional, named|
          built = attempt(positional, named)
          return built if built
        end
        nil
      end

      private

      def attempt(positional, named)
        value = @type.new(*positional.map { |arg| copy(arg) }, **named.transform_values { |arg| copy(arg) })
        sets = missing(value).filter_map { |name| set(value, name) }
        return nil unless missing(value).empty?

        source = "#{@type.name}.new#{list(positional, named)}"
        Built.new(value, sets.empty? ? source : "#{source}.tap { |o| #{sets.join('; ')} }")
      rescue Exception # rubocop:disable Lint/RescueException -- a constructor may raise or throw anything
        nil
      end

      # A filler is made anew for each object; a field's own value keeps its identity.
      def copy(arg) = arg.is_a?(Array) ? arg[0].dup : arg.value

      def source(arg) = arg.is_a?(Array) ? arg[1] : arg.source

      def list(positional, named)
        all = positional.map { |arg| source(arg) } + named.map { |name, arg| "#{name}: #{source(arg)}" }
        all.empty? ? '' : "(#{all.join(', ')})"
      end

      def set(value, name)
        writer = "#{name.delete_prefix('@')}="
        return nil unless value.respond_to?(writer)

        value.public_send(writer, @fields[name].value)
        "o.#{writer.chomp('=')} = #{@fields[name].source}"
      end

      def missing(value) = @fields.keys.reject { |name| same?(read(value, name), @fields[name].value) }

      def read(value, name)
        return value[name.delete_prefix('@')] if value.is_a?(Struct)

        Values::FIELD.bind_call(value, name)
      end

      def same?(found, wanted)
        return true if found.equal?(wanted)
        return false unless Values.class_of(found) == Values.class_of(wanted)

        case wanted
        when Integer, Float, String, Symbol, Rational then found.eql?(wanted)
        when Array, Hash, Range then found == wanted
        else false
        end
      end

      def candidates
        params = @type.instance_method(:initialize).parameters
        params = @type.members.map { |name| [:opt, name] } if @type < Struct
        Enumerator.new do |found|
          found << by_name(params)
          found << in_order(params)
          required = params.count { |kind, _| kind == :req }
          pool = (@fields.values + FILLERS).uniq
          combinations(pool, required).each { |args| found << [args, keywords(params)] }
        end
      end

      def combinations(pool, count)
        return [[]] if count.zero?
        return pool.map { |arg| [arg] } if count == 1

        pool.lazy.flat_map { |arg| combinations(pool, count - 1).map { |rest| [arg, *rest] } }
      end

      def by_name(params)
        spare = FILLERS.first
        given = params.select { |kind, name| kind == :req || (kind == :opt && @fields.key?("@#{name}")) }
        [given.map { |_, name| @fields["@#{name}"] || spare }, keywords(params)]
      end

      def in_order(params)
        values = @fields.values
        required = params.select { |kind, _| %i[req opt].include?(kind) }.first(values.size)
        [required.each_index.map { |index| values[index] }, keywords(params)]
      end

      def keywords(params)
        given = params.select { |kind, name| kind == :keyreq || (kind == :key && @fields.key?("@#{name}")) }
        given.to_h { |_, name| [name, @fields["@#{name}"] || FILLERS.first] }
      end
    end
  end
end
