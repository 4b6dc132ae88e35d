# frozen_string_literal: true

require 'loupe/replay/values'
require 'loupe/replay/watch'

module Loupe
  module Replay
    # Looks for a way to an object with the wanted fields through `new` and public setters. Arguments are guessed: a
    # parameter gets the field of its name, else plain values of its type and the other fields in turn; the first object
    # whose fields come out as wanted is taken. Fields that nobody asked about may be anything.
    class Construct
      MAX_TRIES = 60
      FILLERS = [[0, '0'], [1, '1'], [nil, 'nil'], ['', '""'], [[], '[]']].freeze

      Built = Struct.new(:value, :source, :written)

      # fields: name => something with value and source; plain: for each parameter, values to try; watch: knows what the
      # contracts of the constructor and the setters forbid
      def initialize(type, fields, plain, watch)
        @type = type
        @fields = fields
        @plain = plain
        @watch = watch
      end

      def call
        return nil unless @type.respond_to?(:new)

        candidates.first(MAX_TRIES).each do |positional, named|
          built = @watch.unless_broken { attempt(positional, named) }
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
        Values.field(value, name)
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

      # Lists of arguments, the likeliest first.
      def candidates
        params = @type < Struct ? @type.members.map { |name| [:opt, name] } : written_initialize.parameters
        positional = params.select { |kind, _| %i[req opt].include?(kind) }
        required = positional.count { |kind, _| kind == :req }
        named = positional.rindex { |kind, name| kind == :opt && @fields.key?("@#{name}") }
        choices = positional.each_with_index.map { |(_, name), index| choices_for(name, index) }
        lists = [named ? named + 1 : required, required, positional.size].uniq.lazy.flat_map do |count|
          combinations(choices.first(count))
        end
        lists.map { |args| [args, keywords(params)] }
      end

      def written_initialize
        method = @type.instance_method(:initialize)
        method = method.super_method while method.owner.is_a?(Watch::Guard)
        method
      end

      # A field of that name; else plain values of the parameter's type, then any field.
      def choices_for(name, index)
        own = @fields["@#{name}"]
        return [own] if own

        plain = @plain[index]
        (plain.nil? || plain.empty? ? [] : plain) + @fields.values + (plain.nil? || plain.empty? ? FILLERS : [])
      end

      def combinations(choices)
        first, *rest = choices
        return [[]] if first.nil?

        first.lazy.flat_map { |arg| combinations(rest).map { |others| [arg, *others] } }
      end

      def keywords(params)
        given = params.select { |kind, name| kind == :keyreq || (kind == :key && @fields.key?("@#{name}")) }
        given.to_h { |_, name| [name, @fields["@#{name}"] || FILLERS.first] }
      end
    end
  end
end
