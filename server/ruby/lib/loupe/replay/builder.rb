# frozen_string_literal: true

require 'loupe/replay/values'
require 'loupe/replay/construct'

module Loupe
  module Replay
    # Values of a counterexample -> Ruby objects, each with the source that builds it. Equal ids are the same object, empty ones are not. An object is
    # built by `new` and public setters if that yields the wanted fields; otherwise its state is set directly, and `direct`
    # records that.
    class Builder
      SET = Kernel.instance_method(:instance_variable_set)
      ALLOCATE = Class.instance_method(:allocate)

      # written: the source that builds it, if `source` is only its name.
      Built = Struct.new(:value, :source, :written)

      class Impossible < StandardError; end

      # Marks an object that is still being built.
      OPEN = '…'

      attr_reader :direct, :lets

      # shared: ids of objects that occur more than once; they get a name in the source. constructors: class name => for each
      # parameter of `initialize`, simple values of its type; the same for public methods. watch: the contracts that building must
      # not break.
      def initialize(shared, constructors, watch)
        @shared = shared
        @constructors = constructors
        @watch = watch
        @built = {}
        @open = {}
        @lets = []
        @direct = []
      end

      # name: a suggested name for a shared object.
      def build(data, name = nil)
        case data['kind']
        when 'nil' then Built.new(nil, 'nil')
        when 'boolean' then Built.new(data['value'], data['value'].to_s)
        when 'integer' then Built.new(Integer(data['value'], 10), data['value'])
        when 'float' then float(data['value'])
        when 'rational' then rational(data)
        when 'string' then named(data, name) { Built.new(+data['value'], data['value'].inspect) }
        when 'symbol' then Built.new(data['value'].to_sym, data['value'].to_sym.inspect)
        when 'class' then Built.new(constant(data['name']), data['name'])
        when 'range' then range(data)
        when 'again' then again(data['id'])
        when 'new' then named(data, name) { made(data) }
        when 'frozen' then frozen(data, name)
        when 'array', 'hash', 'object' then named(data, name) { __send__(data['kind'], data) }
        else raise Impossible, "#{data['text'] || data['kind']} cannot be written in Ruby"
        end
      end

      def public? = @direct.empty?

      private

      # By the constructor, with these arguments.
      def made(data)
        type = constant(data['className'])
        return module_host(type) unless type.is_a?(Class)

        args = data['args'].map { |arg| [arg, build(arg['value'])] }
        keywords, positional = args.partition { |arg, _| arg['keyword'] }
        raise Impossible, 'a constructor was given what it forbids' if @watch.violations.any?

        value = type.new(*positional.map { |_, built| built.value },
                         **keywords.to_h { |arg, built| [arg['name'].to_sym, built.value] })
        list = positional.map { |_, built| built.source } + keywords.map { |arg, built| "#{arg['name']}: #{built.source}" }
        Built.new(value, "#{type.name}.new#{"(#{list.join(', ')})" unless list.empty?}")
      end

      # A shared object becomes `name = source` once, and its name everywhere else.
      def named(data, wish)
        id = data['id']
        return yield if id.nil? || id.empty?
        return @built[id] if @built[id]

        made = yield
        if @shared.include?(id)
          name = name_for(made.value, wish)
          @lets << "#{name} = #{made.source}"
          made = Built.new(made.value, name, made.source)
        end
        @built[id] = made
      end

      def name_for(value, wish)
        return wish if wish&.match?(/\A[a-z_]\w*\z/) && @lets.none? { |let| let.start_with?("#{wish} = ") }

        "#{Values.class_name(value).split('::').last.gsub(/(?<=[a-z])(?=[A-Z])/, '_').downcase}#{@lets.size + 1}"
      end

      def again(id)
        built = @built[id]
        raise Impossible, 'a value that contains itself is not built' if built.nil? || built.source == OPEN

        built
      end

      def float(text)
        value = case text
                when 'Float::NAN' then Float::NAN
                when 'Float::INFINITY' then Float::INFINITY
                when '-Float::INFINITY' then -Float::INFINITY
                else Float(text)
                end
        Built.new(value, text)
      end

      def rational(data)
        value = Rational(Integer(data['numerator'], 10), Integer(data['denominator'], 10))
        Built.new(value, "Rational(#{value.numerator}, #{value.denominator})")
      end

      def range(data)
        from = build(data['from'])
        to = build(data['to'])
        dots = data['exclusive'] ? '...' : '..'
        Built.new(Range.new(from.value, to.value, data['exclusive']), "(#{from.source}#{dots}#{to.source})")
      end

      def array(data)
        value = []
        @built[data['id']] = Built.new(value, OPEN)
        elements = data['elements'].map { |element| build(element) }
        @built.delete(data['id'])
        value.concat(elements.map(&:value))
        Built.new(value, "[#{elements.map(&:source).join(', ')}]")
      end

      def hash(data)
        pairs = data['entries'].map { |pair| pair.map { |item| build(item) } }
        source = "{ #{pairs.map { |key, value| "#{key.source} => #{value.source}" }.join(', ')} }".sub('{  }', '{}')
        value = pairs.to_h { |key, each| [key.value, each.value] }
        return Built.new(value, source) unless data['default']

        default = build(data['default'])
        made = "Hash.new(#{default.source})"
        Built.new(Hash.new(default.value).merge!(value), value.empty? ? made : "#{made}.merge!(#{source})")
      end

      def frozen(data, name)
        inner = build(data['value'], name)
        Built.new(inner.value.freeze, "#{inner.source}.freeze")
      end

      def object(data)
        type = constant(data['className'])
        return module_host(type) if type.instance_of?(Module)
        raise Impossible, "#{data['className']} is not a class" unless type.is_a?(Class)

        fields = data['fields'].to_h { |field| [field['name'], field['value']] }
        members(type, fields) || publicly(type, fields) || half_publicly(type, fields) || directly(type, data['id'], fields)
      end

      # A Struct or Data class with Ruby's own constructor.
      def members(type, fields)
        maker = [Struct, *(Data if Values::DATA_MEMBERS)].find { |each| type < each }
        return nil unless maker && type.instance_method(:initialize).owner == maker

        built = type.members.to_h { |name| [name, fields["@#{name}"] ? build(fields["@#{name}"]) : Built.new(nil, 'nil')] }
        keywords = type < Struct && type.keyword_init?
        values = built.transform_values(&:value)
        list = built.map { |name, made| keywords ? "#{name}: #{made.source}" : made.source }
        value = keywords ? type.new(**values) : type.new(*values.values)
        Built.new(value, "#{type.name}.new(#{list.join(', ')})")
      end

      def publicly(type, fields)
        construct(type, fields.transform_values { |field| build(field) }).call
      rescue Impossible
        nil
      end

      # Built by the class, so that other fields have their usual values; then some fields are set directly.
      def half_publicly(type, fields)
        built = fields.transform_values { |field| build(field) }
        made, missing = construct(type, built).almost
        return nil if made.nil?

        missing.each { |field| SET.bind_call(made.value, field, built[field].value) }
        @direct << type.name
        name = "o#{@direct.size}"
        sets = missing.map { |field| "#{name}.instance_variable_set(:#{field}, #{built[field].source})" }.join('; ')
        Built.new(made.value, "#{made.source}.tap { |#{name}| #{sets} }")
      rescue Impossible, FrozenError
        nil
      end

      def construct(type, built)
        known = @constructors[type.name] || {}
        params = known['params'] || []
        calls = (known['calls'] || []).map { |call| [call['name'], plain_values(call['params'])] }
        Construct.new(type, built, plain_values(params), calls, @watch, params.map { |param| classes(param['classes']) })
      end

      def plain_values(params) = params.map { |param| param['plain'].filter_map { |value| plain_value(value) } }

      # Built again for each use. Nil if it cannot be built.
      def plain_value(data)
        @watch.unless_broken { build(data.except('id')) }&.then { |made| [made.value, made.source] }
      rescue Exception # rubocop:disable Lint/RescueException -- a constructor may raise anything
        nil
      end

      # Nil: any class. One that is not loaded cannot be told apart from others.
      def classes(names)
        names&.map { |name| Object.const_get(name) }
      rescue NameError
        nil
      end

      def directly(type, id, fields)
        value = ALLOCATE.bind_call(type)
        name = "o#{@direct.size + 1}"
        @direct << type.name
        @built[id] = Built.new(value, name)
        built = fields.transform_values { |field| build(field) }
        @built.delete(id)
        built.each { |field, made| SET.bind_call(value, field, made.value) }
        sets = built.map { |field, made| "#{name}.instance_variable_set(:#{field}, #{made.source})" }.join('; ')
        Built.new(value, sets.empty? ? "#{type.name}.allocate" : "#{type.name}.allocate.tap { |#{name}| #{sets} }")
      rescue TypeError => e
        raise Impossible, e.message
      end

      # A method of a module needs a receiver: an instance of a class that includes it, otherwise a plain object.
      def module_host(type)
        host = ObjectSpace.each_object(Class).find { |klass| klass.name && !klass.singleton_class? && klass < type }
        return Built.new(ALLOCATE.bind_call(host), "#{host.name}.allocate").tap { @direct << host.name } if host

        Built.new(Object.new.extend(type), "Object.new.extend(#{type.name})")
      end

      def constant(name)
        Object.const_get(name)
      rescue NameError
        raise Impossible, "#{name} is not defined when the file is loaded"
      end
    end
  end
end
