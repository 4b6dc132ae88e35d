# frozen_string_literal: true

require 'loupe/rails/stand_in'

# A stand-in for sorbet-runtime, for runs where the gem is not installed. `sig` does nothing, assertions check nothing but
# nil, types are plain objects, T::Struct and T::Enum work. What it does not know raises Beyond: such a run proves nothing.
module T
  # Stands for any type.
  class Type
    def initialize(name) = @name = name
    def [](*) = self
    def params(**) = self
    def returns(_) = self
    def void = self
    def bind(_) = self
    def inspect = "T.#{@name}"
    alias to_s inspect
  end

  class << self
    %i[untyped anything noreturn self_type attached_class proc nilable any all class_of type_parameter enum deprecated_enum]
      .each { |name| define_method(name) { |*| Type.new(name) } }

    def type_alias = Type.new('type_alias')

    %i[let cast assert_type! bind].each { |name| define_method(name) { |value, _type, **| value } }

    def unsafe(value) = value
    def reveal_type(value) = value

    def must(value)
      raise TypeError, 'Passed `nil` into T.must' if value.nil?

      value
    end

    def must_because(value)
      raise TypeError, "Unexpected `nil` because #{yield}" if value.nil?

      value
    end

    def absurd(value) = raise(TypeError, "Unexpected call to T.absurd: #{value.inspect}")

    def method_missing(name, *) = raise(Loupe::Sorbet::Beyond, "T.#{name}")
    def respond_to_missing?(*) = false

    def const_missing(name) = raise(Loupe::Sorbet::Beyond, "T::#{name}")
  end

  %i[Array Hash Set Range Enumerable Enumerator Class Module Boolean].each { |name| const_set(name, Type.new(name)) }

  # Parts of the gem that change how it behaves: none of their methods is known here.
  module Unknown
    def method_missing(name, *) = raise(Loupe::Sorbet::Beyond, "#{self}.#{name}")
    def respond_to_missing?(*) = false
  end

  %i[Configuration Utils Private].each { |name| const_set(name, ::Module.new.extend(Unknown)) }

  module Sig
    def sig(*) = nil

    # `T::Sig::WithoutRuntime.sig { … }`
    module WithoutRuntime
      def self.sig(*) = nil
    end
  end

  module Helpers
    def abstract! = nil
    def interface! = nil
    def final! = nil
    def sealed! = nil
    def requires_ancestor = nil

    # Hosts are extended with the modules when they include this one.
    def mixes_in_class_methods(*modules)
      singleton_class.prepend(::Module.new do
        define_method(:included) do |host|
          super(host)
          modules.each { |each| host.extend(each) }
        end
      end)
    end
  end

  module Generic
    def type_member(*, **) = Type.new('type_member')
    def type_template(*, **) = Type.new('type_template')
    def [](*) = self
  end

  # The properties of a struct.
  module Props
    def self.included(host)
      super
      host.extend(ClassMethods)
    end

    Prop = ::Struct.new(:name, :type, :options)

    module ClassMethods
      def props = (superclass.respond_to?(:props) ? superclass.props : {}).merge(@props || {})

      def const(name, type, **options) = add(name, type, options, immutable: true)

      def prop(name, type, **options) = add(name, type, options, immutable: options[:immutable])

      def from_hash(*) = raise(Loupe::Sorbet::Beyond, 'from_hash of a T::Struct')

      private

      def add(name, type, options, immutable:)
        (@props ||= {})[name] = Prop.new(name, type, options)
        immutable ? attr_reader(name) : attr_accessor(name)
      end
    end
  end

  class InexactStruct
    include Props

    def initialize(**given)
      props = self.class.props
      unknown = given.keys - props.keys
      unless unknown.empty?
        raise ArgumentError, "#{self.class}: Unrecognized properties: #{unknown.join(', ')}"
      end

      props.each_value { |prop| instance_variable_set("@#{prop.name}", given.fetch(prop.name) { missing(prop) }) }
    end

    def with(changed) = self.class.new(**self.class.props.keys.to_h { |name| [name, public_send(name)] }, **changed)

    def serialize(*) = raise(Loupe::Sorbet::Beyond, 'serialize of a T::Struct')

    private

    def missing(prop)
      return prop.options[:factory].call if prop.options.key?(:factory)
      return prop.options[:default].dup if prop.options.key?(:default)
      return if prop.type.inspect == 'T.nilable' || prop.type.inspect == 'T.untyped'

      raise ArgumentError, "Missing required prop `#{prop.name}` for class `#{self.class}`"
    end
  end

  class Struct < InexactStruct; end
  class ImmutableStruct < InexactStruct; end

  class Enum
    include Comparable

    class << self
      def enums
        yield
        constants(false).each do |name|
          value = const_get(name)
          value.__send__(:named, name) if value.is_a?(self)
        end
        @values = constants(false).map { |name| const_get(name) }.grep(self)
        private_class_method :new
      end

      attr_reader :values

      def each_value(&) = values.each(&)
      def try_deserialize(serialized) = values.find { |value| value.serialize == serialized }
      def has_serialized?(serialized) = !try_deserialize(serialized).nil?

      def deserialize(serialized)
        try_deserialize(serialized) or raise(KeyError, "Enum #{self} key not found: #{serialized.inspect}")
      end
      alias from_serialized deserialize
    end

    def initialize(serialized = nil) = @serialized = serialized

    attr_reader :serialized

    def serialize = @serialized
    def to_s = inspect
    def inspect = "#<#{self.class}::#{@name}>"
    def <=>(other) = other.instance_of?(self.class) ? serialize <=> other.serialize : nil
    def dup = self
    def clone(*) = self

    private

    def named(name)
      @name = name
      @serialized = name.to_s.downcase if @serialized.nil?
      freeze
    end
  end
end

module Loupe
  # Offers the stand-in where a program uses `T` without loading the gem.
  module Sorbet
    class Beyond < Rails::Beyond # rubocop:disable Lint/InheritException
      def initialize(what)
        super
        @what = what
      end

      def message = "the stand-in for sorbet-runtime does not know #{@what}"
    end
  end
end
