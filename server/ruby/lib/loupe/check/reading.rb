# frozen_string_literal: true

require 'loupe/type_parser'

module Loupe
  class Check
    # Annotations -> contracts of methods and objects. An annotation without a method name applies to the next method that is
    # defined.
    module Reading
      private

      # type 'T' | type :m, 'T' | type C, :m, 'T', followed by labels
      def type(target, args, options)
        return if options[:wrap] == false

        place, name, text = named(target, args)
        return if text.nil?

        arm = TypeParser.new(text.to_s, scope_of(place)).method_type
        arm.sealed = sealed_variable(arm, text.to_s, place)
        attach(place, name) do |entry|
          entry.arms << arm
          entry.raises = Array(options[:raises]) if options.key?(:raises)
        end
      end

      # `t` of `(t, Integer) -> t`. Not if it occurs elsewhere in the type, or is a parameter of the class: then objects that the
      # method is not given may be a t.
      def sealed_variable(arm, text, place)
        name = arm.result.text
        return nil unless arm.result.is_a?(Types::Anything) && name.match?(/\A[a-z]\w*\z/) && !@variables[place].include?(name)

        given = arm.params.count { |param| %w[required rest].include?(param.kind) && param.type.text == name }
        given.positive? && text.scan(/(?<![\w%@:])#{name}(?![\w?!])/).size == given + 1 ? name : nil
      end

      # The name from which constants are looked up; inside `class << self`, that of the class.
      def scope_of(place)
        return nil unless place.is_a?(Module)

        place.singleton_class? ? place.inspect[/#<Class:(.*)>/, 1] : place.name
      end

      def contract(list, target, args, block)
        return if block.nil?

        name = args.find { |arg| arg.is_a?(Symbol) || (arg.is_a?(String) && arg.match?(/\A[a-z_.]/)) }
        place = args.find { |arg| arg.is_a?(Module) } || target
        attach(place, name) { |entry| entry[list] << block }
      end

      def named(target, args)
        text = args.rindex { |arg| arg.is_a?(String) && arg.match?(/->|→/) }
        return [target, nil, nil] if text.nil?

        *place, name = args.first(text)
        [place.empty? ? target : resolve(place[0]), name, args[text]]
      end

      def resolve(place)
        place.is_a?(Module) ? place : place.to_s.split('::').inject(Object) { |scope, part| scope.const_get(part) }
      end

      def attach(place, name, &apply)
        return (@pending[place] ||= []) << apply if name.nil?

        place = place.singleton_class if name.to_s.start_with?('self.')
        name = name.to_s.delete_prefix('self.').to_sym
        apply.(@contracts.own(place, name))
        wrap(place, name) if has?(place, name)
      end

      def fields(target, args)
        *names, type = args
        place = names[0].is_a?(Module) ? names.shift : target
        names.each do |name|
          next unless name.to_s.match?(/\A@[a-z_]/i)

          text = type.is_a?(Module) ? type.name : type.to_s
          @contracts.fields[place][name] = TypeParser.new(text, place.name).bare_type
        end
        wrap_all(place)
      end

      # A block, or the source of a refinement.
      def invariant(target, said)
        return if said.nil?

        clauses = said.is_a?(String) ? RefinementReader.clauses(said, target.name) : []
        @contracts.invariants[target] <<
          (said.is_a?(Proc) ? ->(receiver) { receiver.instance_exec(&said) } : ->(receiver) { clauses.all? { |each| each.judge(receiver, {}, {}) == :holds } })
        wrap_all(target)
      end

      def attribute(kind, target, name, type)
        declared = TypeParser.new("() -> #{type}", target.name).method_type
        written = TypeParser.new("(#{type}) -> %any", target.name).method_type
        attach(target, name) { |entry| entry.arms << declared } unless kind == :attr_writer
        attach(target, :"#{name}=") { |entry| entry.arms << written } unless kind == :attr_reader
      end
    end
  end
end
