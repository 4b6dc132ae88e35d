# frozen_string_literal: true

require 'loupe/replay/values'

module Loupe
  module Replay
    # What a run wrote to existing state: fields and contents of every object reachable from receiver and arguments, fields and
    # class variables of the program's classes, globals. Writing the same value does not count.
    class Footprint
      MAX_OBJECTS = 5000
      FROZEN = 'the frozen state'
      BUILT_IN = global_variables.freeze
      SETS = Class.instance_method(:class_variables)
      GET = Class.instance_method(:class_variable_get)

      # Whether it is a value without identity.
      def self.immediate?(object)
        case object
        when nil, true, false, Integer, Float, Symbol, Rational, Complex, Proc, Method then true
        else false
        end
      end

      # roots: name => value, for messages and labels; classes: those of the program.
      def initialize(roots, classes)
        @roots = roots
        @before = {}.compare_by_identity
        reach([*roots.values, *classes.map { |type| type }])
        @globals = globals
      end

      # Messages for writes that the labels do not allow. labels: { 'pure' => true }, { 'modifies' => [[owner, field], ...] }, ...
      def offences(labels)
        changes.reject { |object, field| allowed?(labels, object, field) }.map { |object, field| name(object, field) }
      end

      def known?(value) = @before.key?(value)

      private

      def changes
        objects = @before.flat_map do |object, parts|
          now = parts_of(object)
          (parts.keys | now.keys).reject { |field| same?(parts[field], now[field]) && parts.key?(field) == now.key?(field) }
                                 .map { |field| [object, field] }
        end
        now = globals
        objects + (@globals.keys | now.keys).reject { |field| same?(@globals[field], now[field]) }.map { |field| [nil, field] }
      end

      def allowed?(labels, object, field)
        return false if labels['pure']
        return true if field == FROZEN

        entries = labels['modifies'] || labels['protects']
        named = entries.any? do |owner, part|
          part == field && (part.start_with?('$', '@@') || @roots[owner].equal?(object))
        end
        labels['modifies'] ? named || (field == 'contents' && held?(entries, object)) : !named
      end

      # `modifies: { self: :@items }` covers the contents of the container that the variable held on entry.
      def held?(entries, object)
        entries.any? do |owner, part|
          if part.start_with?('$') then inside?(@globals[part], object)
          elsif part.start_with?('@@') then @before.any? { |_, parts| inside?(parts[part], object) }
          else inside?(@before.dig(@roots[owner], part), object)
          end
        end
      end

      # A Set keeps its elements in a Hash.
      def inside?(container, object)
        return false if object.nil? || immediate?(container)

        container.equal?(object) || (container.is_a?(Set) && @before.dig(container, '@hash').equal?(object))
      end

      def name(object, field)
        return field if object.nil?

        owner = @roots.key(@roots.values.find { |value| value.equal?(object) })
        "#{field} of #{owner || "a #{Values.class_name(object)}"}"
      end

      def reach(open)
        until open.empty? || @before.size >= MAX_OBJECTS
          object = open.pop
          next if immediate?(object) || @before.key?(object)

          parts = @before[object] = parts_of(object)
          open.concat(parts.each_value.flat_map { |part| part.is_a?(Contents) ? part.items : [part] })
        end
      end

      def immediate?(object) = Footprint.immediate?(object)

      # The current elements of a container in order, or the current contents of a string.
      Contents = Struct.new(:items, :text)

      def parts_of(object)
        parts = Values::FIELDS.bind_call(object).to_h { |name| [name.to_s, Values::FIELD.bind_call(object, name)] }
        parts[FROZEN] = object.frozen?
        case object
        when Array then parts['contents'] = Contents.new([*object], nil)
        when Hash then parts['contents'] = Contents.new(object.to_a.flatten(1), nil)
        when String then parts['contents'] = Contents.new([], object.dup.freeze)
        when Struct then object.each_pair { |name, value| parts["@#{name}"] = value }
        when Class then SETS.bind_call(object, false).each { |name| parts[name.to_s] = GET.bind_call(object, name) }
        end
        parts
      end

      def globals
        (global_variables - BUILT_IN).to_h { |name| [name.to_s, eval(name.to_s)] } # rubocop:disable Security/Eval, Style/EvalWithLocation -- a name of Ruby's own list
      end

      def same?(one, other)
        return one.equal?(other) || (immediate?(one) && one.eql?(other)) unless one.is_a?(Contents) && other.is_a?(Contents)

        one.text == other.text && one.items.size == other.items.size &&
          one.items.zip(other.items).all? { |a, b| a.equal?(b) || (immediate?(a) && a.eql?(b)) }
      end
    end
  end
end
