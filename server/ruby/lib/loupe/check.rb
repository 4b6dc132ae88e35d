# frozen_string_literal: true

require 'set'
require 'loupe/annotate'
require 'loupe/contracts'
require 'loupe/definitions'
require 'loupe/enforce'
require 'loupe/check/dynamic_code'
require 'loupe/check/inferred'
require 'loupe/check/introspection'
require 'loupe/check/reading'

module Loupe
  # LOUPE=check: receives annotations and wraps every annotated method. Methods are wrapped in place when they are defined, so
  # they can still be made private, overridden, redefined and undefined. An annotation that cannot be parsed is reported once and
  # ignored.
  class Check
    include Reading

    # The parameters of a setter defined by `attr_writer`.
    ATTRIBUTE = Class.new { attr_writer :x }.instance_method(:x=).parameters.freeze

    # inferred: what calls are compared with (Inferred); nil: nothing.
    # dynamic: tells what recorded runs did not do (DynamicCode); nil: nothing was recorded.
    def initialize(inferred = nil, dynamic = nil)
      @inferred = inferred
      @dynamic = dynamic
      @dynamic&.ended = ->(owner) { note_visibilities(owner) }
      @by_dynamic_code = {}
      @pending = {}
      @variables = Hash.new { |all, key| all[key] = [] }
      @contracts = Contracts.new
      @originals = {}
      @wrappers = {}
      @visibilities = {}
      @wrapping = false
    end

    def annotate(kind, target, args, options, block, location)
      case kind
      when :type then type(target, args, options)
      when :type_params then @variables[target] += args.flatten.map(&:to_s)
      when :var_type then fields(target, args)
      when :type_alias then TypeParser::ALIASES[args[0]] = TypeParser.new(args[1].to_s).bare_type
      when :attr_reader, :attr_writer, :attr_accessor then attribute(kind, target, *args)
      when :pre, :post then contract(kind, target, args, block)
      when :invariant then invariant(target, block || args[0])
      end
    rescue TypeParser::Unreadable, RefinementReader::Unreadable, NameError => e
      warn "loupe: #{location&.path}:#{location&.lineno}: #{e.message}"
    end

    # A method was defined: pending annotations apply to it.
    def defined(owner, name)
      refuse(owner, name, 'redefines')
      waiting = @pending.delete(owner)
      waiting&.each { |apply| apply.(@contracts.own(owner, name)) }
      wrap(owner, name) if @contracts.any?(owner, name) || @contracts.watched?(owner) || watched?(owner, name)
    end

    # `type '...'` above `def self.m` is pending at the class; inside `class << self`, at its singleton class.
    def defined_on(target, name)
      owner = target.singleton_class
      refuse(owner, name, 'redefines')
      waiting = @pending.delete(owner) || @pending.delete(target)
      waiting&.each { |apply| apply.(@contracts.own(owner, name)) }
      wrap(owner, name) if @contracts.any?(owner, name) || watched?(owner, name)
    end

    def removed(owner, name) = refuse(owner, name, 'removes')

    # A module was mixed in after the methods that it annotates.
    def mixed(host, modules)
      names = modules.flat_map(&:ancestors).flat_map { |type| @contracts.names_in(type) }
      names.uniq.each { |name| wrap(host, name) if has?(host, name) }
    end

    # Runs around a method; the block calls the original.
    def around(owner, name, receiver, args, keywords, block, place, &original)
      return original.(args, block) if busy?

      entry = @contracts.of(owner, name)
      enforce = Enforce.new(title(owner, name), home(owner, name))
      call = Enforce::Call.new(receiver, args, keywords, block, place)
      asked { before(entry, call, owner, name) }
      contradiction = asked { @inferred.contradicted_by_arguments(enforce, title(owner, name), call) } if @inferred
      result = leaving(entry, call, owner, name) { entry.arms.empty? ? original.(args, block) : checked(enforce, entry, call, &original) }
      asked { after(entry, call, result, owner, name) }
      asked { @inferred.leaving(enforce, title(owner, name), call, result, contradiction) } if @inferred
      result
    end

    # The original of a wrapped method; else nil.
    def written(method)
      key = [method.owner, method.original_name]
      wrapper = @wrappers[key] or return nil
      @originals[key] if wrapper == (method.is_a?(Method) ? method.unbind : method)
    end

    private

    # A method with a contract stays as it was if dynamic code replaces or removes it and no recorded run did. What such code
    # defined itself is its own.
    def refuse(owner, name, done)
      return if @dynamic.nil? || @wrapping

      key = [owner, name]
      site = @dynamic.unknown_site(name)
      return @by_dynamic_code[key] ||= !site.nil? unless @wrappers.key?(key)
      return if site.nil? || @by_dynamic_code[key]

      restore(owner, name)
      raise Blame.new(title(owner, name), site, done)
    end

    def restore(owner, name)
      @wrapping = true
      owner.define_method(name, @wrappers[[owner, name]])
      owner.__send__(@visibilities.fetch([owner, name], :public), name)
      @wrappers[[owner, name]] = owner.instance_method(name)
    ensure
      @wrapping = false
    end

    # `private` is not announced.
    def note_visibilities(owner)
      names = owner.private_instance_methods(false) + owner.protected_instance_methods(false)
      names.each { |name| @visibilities[[owner, name]] = visibility_of(owner, name) if @wrappers.key?([owner, name]) }
    end

    def visibility_of(owner, name)
      %i[private protected].find { |kind| owner.__send__(:"#{kind}_method_defined?", name) } || :public
    end

    def watched?(owner, name) = @inferred&.knows?(title(owner, name))

    # Contracts are not checked while a clause is evaluated, but they are inside the method.
    def busy? = Thread.current[:loupe_busy]

    def busy(value) = Thread.current[:loupe_busy] = value

    def asked
      busy(true)
      yield
    ensure
      busy(false)
    end

    def checked(enforce, entry, call, &original)
      busy(true)
      enforce.call(entry.arms, call) do |args, block|
        busy(false)
        result = original.(args, block)
        busy(true)
        result
      end
    ensure
      busy(false)
    end

    # Invariants must also hold when a method raises, unless it was the constructor.
    def leaving(entry, call, owner, name)
      yield
    rescue Violation
      raise
    rescue StandardError => e
      asked { check_raised(entry, e, owner, name) }
      asked { check_object(call, owner, name) } unless name == :initialize
      raise
    end

    def check_raised(entry, error, owner, name)
      return if entry.raises.nil? || entry.raises.any? { |type| error.class.ancestors.map(&:to_s).include?(type.to_s) }

      said = entry.raises.empty? ? 'nothing' : "only #{entry.raises.join(', ')}"
      raise Violation.new(title(owner, name), :callee, home(owner, name), "it raises #{error.class}, and says that it raises #{said}")
    end

    def before(entry, call, owner, name)
      entry.pre.each do |block|
        next if call.receiver.instance_exec(*call.args, **call.keywords, &block)

        raise Violation.new(title(owner, name), :caller, call.place, 'its precondition is false')
      end
    end

    def after(entry, call, result, owner, name)
      entry.post.each do |block|
        next if call.receiver.instance_exec(result, *call.args, **call.keywords, &block)

        raise Violation.new(title(owner, name), :callee, home(owner, name), 'its postcondition is false')
      end
      check_object(call, owner, name)
    end

    # Fields and invariants, at the exits of any method of the class.
    def check_object(call, owner, name)
      receiver = call.receiver
      blame = ->(what) { raise Violation.new(title(owner, name), *guilty(call, owner, name), what) }
      Replay::Values.class_of(receiver).ancestors.each do |type|
        @contracts.fields.fetch(type, {}).each do |field, declared|
          next unless Replay::Values::FIELDS.bind_call(receiver).include?(field.to_sym)

          value = Replay::Values::FIELD.bind_call(receiver, field)
          blame.("#{field} is #{Replay::Values.show(value)}, not #{declared.text}") unless declared.accepts?(value, receiver)
        end
        @contracts.invariants.fetch(type, []).each do |holds|
          blame.("the invariant of #{type} is false") unless holds.(receiver)
        end
      end
    end

    # A setter defined by `attr_writer` writes its argument, so the caller is to blame.
    def guilty(call, owner, name)
      written = name.end_with?('=') && @originals[[owner, name]]&.parameters == ATTRIBUTE
      written ? [:caller, call.place] : [:callee, home(owner, name)]
    end

    def title(owner, name)
      return "#{owner.inspect[/#<Class:(.*)>/, 1]}.#{name}" if owner.singleton_class?

      "#{owner == Object ? '' : owner}##{name}".delete_prefix('#')
    end

    # The source location of the original method.
    def home(owner, name) = @originals[[owner, name]]&.source_location&.join(':')

    # Wraps methods that were defined before their objects had a contract.
    def wrap_all(place)
      [*place.instance_methods(false), *place.private_instance_methods(false)].each { |name| wrap(place, name) }
    end

    def has?(place, name) = place.method_defined?(name, false) || place.private_method_defined?(name, false)

    # Replaces the method by a checking one and keeps its visibility.
    def wrap(owner, name)
      original = owner.instance_method(name)
      return if @wrapping || @wrappers[[owner, name]] == original

      @originals[[owner, name]] = original
      visibility = visibility_of(owner, name)
      define(owner, name, original)
      owner.__send__(visibility, name)
      @wrappers[[owner, name]] = owner.instance_method(name)
    end

    def define(owner, name, original)
      check = self
      @wrapping = true
      owner.define_method(name) do |*args, **keywords, &block|
        place = Loupe.place(Loupe.outside)
        check.around(owner, name, self, args, keywords, block, place) do |given, with|
          original.bind_call(self, *given, **keywords, &with)
        end
      end
    ensure
      @wrapping = false
    end
  end

  self.sink = Check.new(Check::Inferred.from(ENV), Check::DynamicCode.from(ENV))
  Module.prepend(Definitions)
  [Method, UnboundMethod].each { |type| type.prepend(Check::Introspection) }
end
