# frozen_string_literal: true

module Loupe
  module Replay
    # Ruby values -> data for the host and strings for messages. Never calls methods of the program, whose `inspect` or `==` could
    # do anything. Deep or large values are truncated.
    module Values
      CLASS = Kernel.instance_method(:class)
      NAME = Module.instance_method(:name)
      FIELDS = Kernel.instance_method(:instance_variables)
      FIELD = Kernel.instance_method(:instance_variable_get)
      MEMBERS = Struct.instance_method(:members)
      AT = Struct.instance_method(:[])
      # Ruby 3.1 has no such Data.
      DATA_MEMBERS = defined?(Data) && Data.method_defined?(:members) ? Data.instance_method(:members) : nil
      DATA_TO_H = DATA_MEMBERS && Data.instance_method(:to_h)
      ID = BasicObject.instance_method(:__id__)
      MAX_DEPTH = 5
      MAX_ITEMS = 30
      MAX_TEXT = 200

      class << self
        def class_of(value) = CLASS.bind_call(value)

        def class_name(value) = NAME.bind_call(class_of(value)) || 'an anonymous class'

        # The field `@x`, or the member x of a Struct or Data.
        def field(value, name)
          member = name.to_s.delete_prefix('@').to_sym
          members(value).include?(member) ? member(value, member) : FIELD.bind_call(value, name)
        end

        def members(value)
          return MEMBERS.bind_call(value) if Struct === value

          DATA_MEMBERS && Data === value ? DATA_MEMBERS.bind_call(value) : []
        end

        # The program may have redefined a member's reader.
        def member(value, name) = Struct === value ? AT.bind_call(value, name) : DATA_TO_H.bind_call(value)[name]

        def dump(value, depth = 0, seen = {})
          return { kind: 'opaque', text: '…' } if depth > MAX_DEPTH

          simple(value) || compound(value, depth, seen)
        end

        def show(value, depth = 0, seen = {})
          case value
          when nil, true, false, Integer, Float, Symbol, Rational then value.inspect
          when String then value.size > MAX_TEXT ? "#{value[0, MAX_TEXT].inspect}…" : value.inspect
          when Module then NAME.bind_call(value) || 'an anonymous class'
          else show_compound(value, depth, seen)
          end
        end

        private

        def simple(value)
          case value
          when nil then { kind: 'nil' }
          when true, false then { kind: 'boolean', value: value }
          when Integer then { kind: 'integer', value: value.to_s }
          when Float then { kind: 'float', value: float_source(value) }
          when Rational then { kind: 'rational', numerator: value.numerator.to_s, denominator: value.denominator.to_s }
          when String then { kind: 'string', value: utf8(value) }
          when Symbol then { kind: 'symbol', value: utf8(value.to_s) }
          when Module then { kind: 'class', name: show(value) }
          end
        end

        def compound(value, depth, seen)
          id = ID.bind_call(value)
          return { kind: 'again', id: "o#{id}" } if seen[id]

          seen[id] = true
          inner = ->(item) { dump(item, depth + 1, seen) }
          case value
          when Array then { kind: 'array', id: "o#{id}", elements: value.first(MAX_ITEMS).map(&inner) }
          when Hash then { kind: 'hash', id: "o#{id}", entries: value.first(MAX_ITEMS).map { |pair| pair.map(&inner) } }
          when Range
            { kind: 'range', from: inner.(value.begin), to: inner.(value.end), exclusive: value.exclude_end? }
          else object(value, id, inner)
          end
        end

        def object(value, id, inner)
          { kind: 'object', id: "o#{id}", className: class_name(value),
            fields: fields(value).map { |name, field| { name: name, value: inner.(field) } } }
        end

        def fields(value)
          return members(value).map { |name| ["@#{name}", member(value, name)] } unless members(value).empty?

          FIELDS.bind_call(value).map { |name| [name.to_s, FIELD.bind_call(value, name)] }
        end

        def show_compound(value, depth, seen)
          id = ID.bind_call(value)
          return '…' if depth > MAX_DEPTH || seen[id]

          seen = seen.merge(id => true)
          inner = ->(item) { show(item, depth + 1, seen) }
          more = (Array === value || Hash === value) && value.size > MAX_ITEMS ? ', …' : ''
          case value
          when Array then "[#{value.first(MAX_ITEMS).map(&inner).join(', ')}#{more}]"
          when Hash then "{#{value.first(MAX_ITEMS).map { |k, v| "#{inner.(k)} => #{inner.(v)}" }.join(', ')}#{more}}"
          when Range then "(#{show_end(value.begin, inner)}#{value.exclude_end? ? '...' : '..'}#{show_end(value.end, inner)})"
          else "#<#{class_name(value)}#{fields(value).map { |name, field| " #{name}=#{inner.(field)}" }.join(',')}>"
          end
        end

        def show_end(value, inner) = value.nil? ? '' : inner.(value)

        def float_source(value)
          return 'Float::NAN' if value.nan?
          return value.positive? ? 'Float::INFINITY' : '-Float::INFINITY' if value.infinite?

          value.to_s
        end

        def utf8(text) = text.encode('UTF-8', invalid: :replace, undef: :replace)
      end
    end
  end
end
