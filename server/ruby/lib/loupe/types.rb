# frozen_string_literal: true

module Loupe
  # Types as data, with one operation: does this value have the type? Blocks and procs are checked when they are called
  # (loupe/enforce.rb); of containers only the first elements are checked. Type variables accept anything; a result of
  # one is compared with the arguments (Method#sealed).
  module Types
    MAX_ELEMENTS = 200

    Anything = Struct.new(:text) do
      def accepts?(_value, _self) = true
    end

    Nothing = Struct.new(:text) do
      def accepts?(_value, _self) = false
    end

    # nil, true, 1, :a, 'a'
    Literal = Struct.new(:value) do
      def accepts?(value, _self) = self.value.class === value && self.value == value
      def text = value.inspect
    end

    Bool = Struct.new(:text) do
      def accepts?(value, _self) = true.equal?(value) || false.equal?(value)
    end

    SelfType = Struct.new(:text) do
      # Of a class method: the class itself or one below it, not its instances.
      def accepts?(value, receiver)
        return Module === value && value <= receiver if Module === receiver

        Replay::Values.class_of(receiver) === value
      end
    end

    Nominal = Struct.new(:name, :args, :scope) do
      def accepts?(value, receiver)
        type = resolve
        return true if type.nil?
        return false unless type === value

        inside?(value, receiver)
      end

      def text = args.empty? ? name : "#{name}<#{args.map(&:text).join(', ')}>"

      # Looked up from the annotated class; nil: not loaded, so nothing is checked.
      def resolve
        return @resolve if defined?(@resolve)

        places = scope.to_s.split('::')
        names = places.size.downto(0).map { |size| [*places.first(size), name].join('::') }
        found = names.find { |full| Object.const_defined?(full) }
        @resolve = found && Object.const_get(found)
      rescue NameError
        nil
      end

      private

      def inside?(value, receiver)
        case value
        when Array, Set then args.empty? || value.first(MAX_ELEMENTS).all? { |item| args[0].accepts?(item, receiver) }
        when Hash
          args.size < 2 || value.first(MAX_ELEMENTS).all? do |key, item|
            args[0].accepts?(key, receiver) && args[1].accepts?(item, receiver)
          end
        else true
        end
      end
    end

    ClassOf = Struct.new(:name) do
      def accepts?(value, _self) = Module === value && value.ancestors.any? { |type| type.name == name }
      def text = "${#{name}}"
    end

    # aliases: name => type, shared by all; filled by `type_alias`.
    Alias = Struct.new(:name, :aliases) do
      def accepts?(value, receiver) = !aliases.key?(name) || aliases[name].accepts?(value, receiver)
      def text = name
    end

    Union = Struct.new(:members) do
      def accepts?(value, receiver) = members.any? { |member| member.accepts?(value, receiver) }
      def text = members.map(&:text).join(' or ')
    end

    NonNull = Struct.new(:type) do
      def accepts?(value, receiver) = !value.nil? && type.accepts?(value, receiver)
      def text = "!#{type.text}"
    end

    Tuple = Struct.new(:elements) do
      def accepts?(value, receiver)
        Array === value && value.size == elements.size &&
          elements.zip(value).all? { |type, item| type.accepts?(item, receiver) }
      end

      def text = "[#{elements.map(&:text).join(', ')}]"
    end

    # entries: key => [type, optional]; rest: type of all other values, or nil for none.
    FiniteHash = Struct.new(:entries, :rest) do
      def accepts?(value, receiver)
        return false unless Hash === value

        entries.all? { |key, (type, optional)| value.key?(key) ? type.accepts?(value[key], receiver) : optional } &&
          value.except(*entries.keys).each_value.all? { |item| rest&.accepts?(item, receiver) }
      end

      def text = "{#{entries.map { |key, (type, _)| "#{key}: #{type.text}" }.join(', ')}}"
    end

    Structural = Struct.new(:names) do
      def accepts?(value, _self) = names.all? { |name| value.respond_to?(name) }
      def text = "[#{names.map { |name| "#{name}: ..." }.join(', ')}]"
    end

    Callable = Struct.new(:method) do
      def accepts?(value, _self) = value.respond_to?(:call)
      def text = "{ #{method.text} }"
    end

    # T x { e } in any position: clauses see the value only through the name.
    Refined = Struct.new(:base, :name, :clauses) do
      def accepts?(value, receiver)
        base.accepts?(value, receiver) &&
          clauses.none? { |clause| %i[broken raised].include?([*clause.judge(receiver, { name => value }, {})].first) }
      end

      def text = "#{base.text} #{name} { #{clauses.map(&:text).uniq.join(' && ')} }"
    end

    # kind: required optional rest key optionalKey keyRest; binder: a keyword's name inside clauses, if it has its own
    Param = Struct.new(:kind, :name, :type, :clauses, :binder)

    # sealed: the type variable whose arguments the result must be one of; nil: none
    Method = Struct.new(:params, :block, :block_optional, :result, :result_name, :result_clauses, :text, :sealed)
  end
end
