# frozen_string_literal: true

require 'loupe/replay/history'
require 'loupe/replay/values'
require 'loupe/replay/watch'

module Loupe
  module Replay
    # Builds an object with the wanted fields by `new`, public setters and public calls. Arguments are guessed: a parameter gets
    # the field of its name, otherwise simple values of its type and the other fields in turn. The first object with the wanted
    # fields is used. Other fields may have any value.
    class Construct
      MAX_TRIES = 60
      # Factory methods to try if `new` is private.
      FACTORIES = %i[instance build make default].freeze
      FILLERS = [[0, '0'], [1, '1'], [nil, 'nil'], ['', '""'], [[], '[]']].freeze

      Built = Struct.new(:value, :source, :written)

      # fields: name => something with value and source; plain: values to try for each parameter; calls: public methods, as for
      # History; watch: the contracts that must not be broken; classes: those that each parameter accepts (nil: any)
      def initialize(type, fields, plain, calls, watch, classes)
        @type = type
        @fields = fields
        @plain = plain
        @classes = classes
        @history = History.new(calls, fields)
        @watch = watch
      end

      def call
        ways.each do |way|
          built = attempt(way)
          return built if built
        end
        @history.each do |steps|
          nearest.first(2).each do |way|
            built = attempt(way, steps)
            return built if built
          end
        end
        nil
      end

      # An object built by the class itself, and the fields that differ; nil: there is none.
      def almost
        way = nearest.first or return nil
        value = @watch.unless_broken { make(way) }
        value && [Built.new(value, way.source), missing(value)]
      end

      private

      # source: its Ruby source; make: builds it.
      Way = Struct.new(:source, :make)

      def ways
        return factories unless @type.respond_to?(:new)
        return [by_attributes] if defined?(::ActiveRecord::Base) && @type < ::ActiveRecord::Base

        candidates.first(MAX_TRIES).map do |positional, named|
          Way.new("#{@type.name}.new#{list(positional, named)}", lambda {
            @type.new(*positional.map { |arg| copy(arg) }, **named.transform_values { |arg| copy(arg) })
          })
        end
      end

      # Rails records take their columns by name.
      def by_attributes
        given = @fields.select { |name, _| @type.method_defined?("#{name.delete_prefix('@')}=") }
        given = given.transform_keys { |name| name.delete_prefix('@').to_sym }
        Way.new("#{@type.name}.new#{list([], given)}", -> { @type.new(given.transform_values(&:value)) })
      end

      def factories
        usable = FACTORIES.select { |name| @type.respond_to?(name) && @type.method(name).arity.between?(-1, 0) }
        usable.map { |name| Way.new("#{@type.name}.#{name}", -> { @type.public_send(name) }) }
      end

      # Ways that build an object, the one with the most matching fields first.
      def nearest
        @nearest ||= ways.filter_map do |way|
          value = @watch.unless_broken { make(way) }
          [missing(value).size, way] if value
        end.sort_by.with_index { |(count, _), index| [count, index] }.map(&:last)
      end

      # Nil if it raises or throws.
      def make(way)
        value = way.make.()
        value if @type === value
      rescue Exception # rubocop:disable Lint/RescueException
        nil
      end

      def attempt(way, steps = [])
        @watch.unless_broken do
          value = make(way)
          value && finish(value, way.source, steps)
        end
      end

      def finish(value, source, steps)
        steps.each { |step| step.take(value) }
        sets = missing(value).filter_map { |name| set(value, name) }
        return nil unless missing(value).empty?

        doing = steps.map { |step| "o.#{step.source}" } + sets
        Built.new(value, doing.empty? ? source : "#{source}.tap { |o| #{doing.join('; ')} }")
      rescue Exception # rubocop:disable Lint/RescueException -- the same
        nil
      end

      # Simple values are built again for each object; the value of a field keeps its identity.
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

      def missing(value) = @fields.keys.reject { |name| wanted?(read(value, name), @fields[name]) }

      # An object that occurs elsewhere as well must be that very object.
      def wanted?(found, field) = field.written ? found.equal?(field.value) : same?(found, field.value)

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

      # The field of that name; otherwise simple values of the parameter's type, then any field.
      def choices_for(name, index)
        own = @fields["@#{name}"]
        return [own] if own

        plain = @plain[index] || []
        (plain + @fields.values + (plain.empty? ? FILLERS : [])).select { |arg| accepts?(index, arg) }
      end

      def accepts?(index, arg)
        classes = @classes[index] or return true
        classes.any? { |type| type === (arg.is_a?(Array) ? arg[0] : arg.value) }
      end

      def combinations(choices)
        first, *rest = choices
        return [[]] if first.nil?

        first.lazy.flat_map { |arg| combinations(rest).map { |others| [arg, *others] } }
      end

      def keywords(params)
        given = params.select { |kind, name| kind == :keyreq || (kind == :key && @fields.key?("@#{name}")) }
        given.to_h { |param| [param[1], @fields["@#{param[1]}"] || choices_for(nil, params.index(param)).first || FILLERS.first] }
      end
    end
  end
end
