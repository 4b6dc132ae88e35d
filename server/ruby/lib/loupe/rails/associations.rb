# frozen_string_literal: true

module Loupe
  module Rails
    # `enum :status, { draft: 0 }`: maps the column to names.
    class Enum
      def initialize(model, name, values, prefix, suffix)
        @model = model
        @name = name
        @values = (values.is_a?(Array) ? values.each_with_index.to_h : values).transform_keys(&:to_s)
        @prefix = part(prefix)
        @suffix = part(suffix)
      end

      def define
        name, values, model, method = @name, @values, @model, method(:method_for)
        model.define_singleton_method(Names.plural(name)) { values }
        @model.made_by_macros do
          define_method(name) { values.key(instance_variable_get(:"@#{name}")) }
          define_method(:"#{name}=") do |value|
            known = value.nil? ? nil : values.fetch(value.to_s) { values.value?(value) ? value : raise(ArgumentError, "'#{value}' is not a valid #{name}") }
            instance_variable_set(:"@#{name}", known)
          end
          values.each_key do |value|
            define_method(:"#{method.(value)}?") { public_send(name) == value }
            define_method(:"#{method.(value)}!") { update!(name => value) }
            model.define_singleton_method(method.(value)) { where(name => value) }
          end
        end
      end

      private

      def part(given) = given == true ? @name.to_s : given&.to_s
      def method_for(value) = [@prefix, value, @suffix].compact.join('_')
    end

    # Associations between records.
    module Associations
      def made_by_macros(&)
        @macros ||= Module.new.tap { |made| include made }
        @macros.module_eval(&)
      end

      def belongs_to(name, scope = nil, class_name: nil, optional: nil, required: nil, foreign_key: nil, polymorphic: false, **others)
        key = :"@#{foreign_key || "#{name}_id"}"
        model = self
        unknown_macros << 'default: of an association' if others.key?(:default)
        target = -> { polymorphic ? raise(Beyond, 'polymorphic associations that are looked up') : model.linked(class_name || Names.camel(name)) }
        own(:targets) << [name, key]
        validates(name, presence: true) unless optional || required == false
        unknown_macros << 'the scope of an association' if scope
        made_by_macros do
          define_method(name) do
            held = instance_variable_get(:"@#{name}")
            id = instance_variable_get(key)
            return held if held ? (held.id.nil? || held.id == id) : id.nil?

            instance_variable_set(:"@#{name}", target.().find_by(id: id))
          end
          define_method(:"#{name}=") do |record|
            instance_variable_set(:"@#{name}", record)
            instance_variable_set(key, record&.id)
          end
          define_method(:"build_#{name}") { |attributes = {}| public_send(:"#{name}=", target.().new(attributes)) }
          define_method(:"create_#{name}") { |attributes = {}| public_send(:"#{name}=", target.().create(attributes)) }
        end
      end

      def has_many(name, scope = nil, class_name: nil, foreign_key: nil, through: nil, inverse_of: nil, as: nil, dependent: nil, **)
        model = self
        key = foreign_key || "#{Names.under(self.name.split('::').last)}_id"
        own(:lists) << name
        own(:dependents) << name if dependent
        made_by_macros do
          define_method(name) do
            raise Beyond, 'associations through others, or with a scope' if through || scope || as

            linked = model.linked(class_name || Names.camel(Names.singular(name)))
            loupe_state.collections[name] ||= ActiveRecord::Associations::CollectionProxy.new(linked, self, key, inverse_of || key.to_s.delete_suffix('_id'))
          end
          define_method(:"#{name}=") { |records| public_send(name).replace(records) }
          define_method(:"#{Names.singular(name)}_ids") { public_send(name).ids }
        end
      end

      def has_one(name, scope = nil, class_name: nil, foreign_key: nil, through: nil, as: nil, dependent: nil, **)
        model = self
        key = foreign_key || "#{Names.under(self.name.split('::').last)}_id"
        own(:dependents) << name if dependent
        made_by_macros do
          define_method(name) do
            raise Beyond, 'associations through others, or with a scope' if through || scope || as

            loupe_state.collections.fetch(name) { id && model.linked(class_name || Names.camel(name)).find_by(key.to_sym => id) }
          end
          define_method(:"#{name}=") do |record|
            raise Beyond, 'has_one of a record that is saved' if persisted?

            record&.public_send(:"#{key.to_s.delete_suffix('_id')}=", self)
            loupe_state.collections[name] = record
          end
        end
      end

      def has_and_belongs_to_many(name, *, **) = unknown_macros << "has_and_belongs_to_many :#{name}"

      def delegate(*names, to:, prefix: nil, allow_nil: false, **)
        before = prefix == true ? "#{to}_" : prefix ? "#{prefix}_" : ''
        made_by_macros do
          names.each do |name|
            define_method(:"#{before}#{name}") do |*args, **named, &block|
              target = to.start_with?('@') ? instance_variable_get(to) : __send__(to)
              target.nil? && allow_nil ? nil : target.public_send(name, *args, **named, &block)
            end
          end
        end
      end

      # Looks in the enclosing modules of the model as well.
      def linked(class_name)
        parts = name.split('::')
        while parts.any?
          parts.pop
          place = parts.inject(Object) { |scope, part| scope.const_get(part) }
          found = place.const_get(class_name) rescue nil # rubocop:disable Style/RescueModifier -- further out
          return found if found
        end
        raise Beyond, "the class #{class_name}"
      end

      def dependents? = all_of(:dependents).any?

      # Saves new records that this one belongs to before it, and those that belong to it after it.
      def save_targets(record)
        all_of(:targets).each do |name, key|
          target = record.instance_variable_get(:"@#{name}") or next
          target.save if target.new_record?
          record.instance_variable_set(key, target.id)
        end
      end

      # Unsaved records in a list must be valid, too.
      def check_lists(record)
        record.loupe_state.collections.slice(*all_of(:lists)).each do |name, list|
          record.errors.add(name, :invalid) if list.added.any? { |each| each.new_record? && each.invalid? }
        end
      end

      def save_lists(record)
        record.loupe_state.collections.slice(*all_of(:lists)).each_value do |list|
          list.added.each { |each| each.save if each.new_record? }
        end
      end

      def forget_targets(record)
        all_of(:targets).each { |name, _| record.instance_variable_set(:"@#{name}", nil) }
        record.loupe_state.collections.clear
      end
    end
  end
end
