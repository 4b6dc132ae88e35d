# frozen_string_literal: true

require 'set'
require 'loupe/annotate'
require 'loupe/contracts'
require 'loupe/definitions'
require 'loupe/enforce'
require 'loupe/type_parser'

module Loupe
  # LOUPE=check: listens to annotations and puts a check around every method that has one. Methods are wrapped when
  # they are defined, in place, so that they can be made private, overridden, redefined and undefined as always. An
  # annotation that cannot be read is reported once and does nothing.
  class Check
    def initialize
      @pending = {}
      @contracts = Contracts.new
      @originals = {}
      @wrappers = {}
      @wrapping = false
    end

    def annotate(kind, target, args, options, block, location)
      case kind
      when :type then type(target, args, options)
      when :var_type then fields(target, args)
      when :type_alias then TypeParser::ALIASES[args[0]] = TypeParser.new(args[1].to_s).bare_type
      when :attr_reader, :attr_writer, :attr_accessor then attribute(kind, target, *args)
      when :pre, :post then contract(kind, target, args, block)
      when :invariant then invariant(target, block) if block
      end
    rescue TypeParser::Unreadable, NameError => e
      warn "loupe: #{location&.path}:#{location&.lineno}: #{e.message}"
    end

    # A method has come to be: what waited for it applies to it.
    def defined(owner, name)
      waiting = @pending.delete(owner)
      waiting&.each { |apply| apply.(@contracts.own(owner, name)) }
      wrap(owner, name) if @contracts.any?(owner, name) || @contracts.watched?(owner)
    end

    # `type '...'` above `def self.m` waits at the class; inside of `class << self`, at its singleton class.
    def defined_on(target, name)
      owner = target.singleton_class
      waiting = @pending.delete(owner) || @pending.delete(target)
      waiting&.each { |apply| apply.(@contracts.own(owner, name)) }
      wrap(owner, name) if @contracts.any?(owner, name)
    end

    # A module has come in after the methods that it speaks of.
    def mixed(host, modules)
      names = modules.flat_map(&:ancestors).flat_map { |type| @contracts.names_in(type) }
      names.uniq.each { |name| wrap(host, name) if has?(host, name) }
    end

    # In front of a method: the real one is the block.
    def around(owner, name, receiver, args, keywords, block, place, &original)
      return original.(args, block) if busy?

      entry = @contracts.of(owner, name)
      enforce = Enforce.new(title(owner, name), home(owner, name))
      call = Enforce::Call.new(receiver, args, keywords, block, place)
      asked { before(entry, call, owner, name) }
      result = leaving(call, owner, name) { entry.arms.empty? ? original.(args, block) : checked(enforce, entry, call, &original) }
      asked { after(entry, call, result, owner, name) }
      result
    end

    private

    # The program runs unwatched inside our own questions, and watched inside the method.
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

    # Objects keep their promises also where a method leaves by an exception; one that was not made is none.
    def leaving(call, owner, name)
      yield
    rescue Violation
      raise
    rescue StandardError
      asked { check_object(call.receiver, owner, name) } unless name == :initialize
      raise
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
      check_object(call.receiver, owner, name)
    end

    # Fields and invariants, on the way out of any method of the class.
    def check_object(receiver, owner, name)
      blame = ->(what) { raise Violation.new(title(owner, name), :callee, home(owner, name), what) }
      receiver.class.ancestors.each do |type|
        @contracts.fields.fetch(type, {}).each do |field, declared|
          next unless receiver.instance_variable_defined?(field)

          value = receiver.instance_variable_get(field)
          blame.("#{field} is #{Replay::Values.show(value)}, not #{declared.text}") unless declared.accepts?(value, receiver)
        end
        @contracts.invariants.fetch(type, []).each do |block|
          blame.("the invariant of #{type} is false") unless receiver.instance_exec(&block)
        end
      end
    end

    def title(owner, name)
      return "#{owner.inspect[/#<Class:(.*)>/, 1]}.#{name}" if owner.singleton_class?

      "#{owner == Object ? '' : owner}##{name}".delete_prefix('#')
    end

    # Where the method itself is defined.
    def home(owner, name) = @originals[[owner, name]]&.source_location&.join(':')

    # type 'T' | type :m, 'T' | type C, :m, 'T', with labels behind
    def type(target, args, options)
      return if options[:wrap] == false

      place, name, text = named(target, args)
      return if text.nil?

      arm = TypeParser.new(text.to_s, place.is_a?(Module) ? place.name : nil).method_type
      attach(place, name) { |entry| entry.arms << arm }
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

    def invariant(target, block)
      @contracts.invariants[target] << block
      wrap_all(target)
    end

    # Those that were there before anything was said of their objects.
    def wrap_all(place)
      [*place.instance_methods(false), *place.private_instance_methods(false)].each { |name| wrap(place, name) }
    end

    def attribute(kind, target, name, type)
      declared = TypeParser.new("() -> #{type}", target.name).method_type
      written = TypeParser.new("(#{type}) -> %any", target.name).method_type
      attach(target, name) { |entry| entry.arms << declared } unless kind == :attr_writer
      attach(target, :"#{name}=") { |entry| entry.arms << written } unless kind == :attr_reader
    end

    def has?(place, name) = place.method_defined?(name, false) || place.private_method_defined?(name, false)

    # Puts a checking method in the place of the real one; visibility stays what it is or is made later.
    def wrap(owner, name)
      original = owner.instance_method(name)
      return if @wrapping || @wrappers[[owner, name]] == original

      @originals[[owner, name]] = original
      visibility = %i[private protected].find { |kind| owner.__send__(:"#{kind}_method_defined?", name) } || :public
      define(owner, name, original)
      owner.__send__(visibility, name)
      @wrappers[[owner, name]] = owner.instance_method(name)
    end

    def define(owner, name, original)
      check = self
      @wrapping = true
      owner.define_method(name) do |*args, **keywords, &block|
        place = Loupe.place(caller_locations(1, 1)&.first)
        check.around(owner, name, self, args, keywords, block, place) do |given, with|
          original.bind_call(self, *given, **keywords, &with)
        end
      end
    ensure
      @wrapping = false
    end
  end

  self.sink = Check.new
  Module.prepend(Definitions)
end
