# frozen_string_literal: true

# The annotation methods, in every spelling: `type '...'` in a class body or at the top level, `RDL.type`, `extend RDL::Annotate`,
# `rdl_type`, `Loupe.type`. They pass their arguments to Loupe.sink, which is nil unless loupe/check or loupe/hooks is loaded.
#
# They are defined on Module and on the top-level object, not on Object: many programs have a method called `type`.
module Loupe
  HERE = __dir__

  class << self
    # Responds to annotate(kind, target, args, options, block, location); nil: annotations are ignored.
    attr_accessor :sink

    # Called with the block of every loop invariant that a run reaches; nil: they are ignored.
    attr_accessor :loop_sink

    def note(kind, target, args, options, block)
      @sink&.annotate(kind, target, args, options, block, outside)
      nil
    end

    # The innermost caller outside of this library, which is usually near.
    def outside
      [caller_locations(2, 12), caller_locations(2)].each do |places|
        found = places&.find { |place| !place.path.start_with?(HERE) }
        return found if found
      end
      nil
    end

    def place(location) = location && "#{location.path}:#{location.lineno}"
  end

  # For class bodies.
  module Annotate
    %i[type var_type type_params type_alias pre post invariant].each do |name|
      define_method(name) { |*args, **options, &block| Loupe.note(name, self, args, options, block) }
    end

    def attr_reader_type(*pairs) = Loupe::Annotate.attributes(self, :attr_reader, pairs)
    def attr_writer_type(*pairs) = Loupe::Annotate.attributes(self, :attr_writer, pairs)
    def attr_accessor_type(*pairs) = Loupe::Annotate.attributes(self, :attr_accessor, pairs)
    alias attr_type attr_reader_type

    # RDL's other class-level methods; they do nothing at run time.
    %i[rdl_nowrap nowrap rdl_alias rdl_remove_type remove_type infer infer_var_type no_infer_meth
       no_infer_file readd_comp_types].each { |name| define_method(name) { |*_args, **_options, &_block| nil } }

    def self.attributes(target, how, pairs)
      pairs.each_slice(2) do |name, type|
        target.__send__(how, name)
        Loupe.note(how, target, [name, type], {}, nil)
      end
      nil
    end
  end

  # For any scope, including method bodies.
  module Anywhere
    def rdl_do_typecheck(*) = nil
    def rdl_do_verify(*) = nil
    def rdl_at(*) = nil
    def rdl_note_type(value) = value

    private :rdl_do_typecheck, :rdl_do_verify, :rdl_at, :rdl_note_type

    # `invariant { ... }` in a loop, `var_type :x, '...'` for a local: only for the verifier.
    def invariant(*, &block) = block && Loupe.loop_sink&.(block) && nil
    def var_type(*, **) = nil
    private :invariant, :var_type

    def type_cast(_type, **_options) = self
    def instantiate!(*_types, **_options) = self
    def deinstantiate! = self
  end

  ANNOTATIONS = (Annotate.instance_methods - %i[nowrap remove_type infer]).freeze

  # `type` for a method of any class: `Loupe.type 'Clock', :tick, '...'`, `RDL.type Clock, 'self.now', '...'`.
  module Facade
    ANNOTATIONS.each do |name|
      define_method(name) { |*args, **options, &block| Loupe.note(name, nil, args, options, block) }
    end

    def do_typecheck(*) = nil
    def do_verify(*) = nil
    def do_infer(*) = nil
    def at(*) = nil
    def nowrap(*) = nil
    def remove_type(*) = nil
    def infer(*) = nil
    def query(*) = nil
    def reset(*) = nil
    def config = nil
    def note_type(value) = value
    def rdl_note_type(value) = value
    def type_cast(value, _type = nil, **_options) = value
    def instantiate!(value, *_types, **_options) = value
    def deinstantiate!(value) = value
  end

  extend Facade

  # The same methods with RDL's prefix, for classes that define the plain names.
  module PrefixedAnnotate
    ATTRIBUTES = %i[attr_reader_type attr_writer_type attr_accessor_type attr_type].freeze

    (ANNOTATIONS - ATTRIBUTES).each do |name|
      prefixed = name.start_with?('rdl_') ? name : :"rdl_#{name}"
      define_method(prefixed) { |*args, **options, &block| Loupe.note(name, self, args, options, block) }
    end
    ATTRIBUTES.each do |name|
      define_method(:"rdl_#{name}") { |*pairs| Annotate.instance_method(name).bind_call(self, *pairs) }
    end
  end
end

class Module
  include Loupe::Annotate
  include Loupe::PrefixedAnnotate
  private(*Loupe::Annotate.instance_methods, *Loupe::PrefixedAnnotate.instance_methods)
end

module Kernel
  include Loupe::Anywhere
end

TOPLEVEL_BINDING.receiver.instance_exec do
  Loupe::ANNOTATIONS.each do |name|
    define_singleton_method(name) { |*args, **options, &block| Loupe.note(name, Object, args, options, block) }
    singleton_class.__send__(:private, name)
  end
end

unless defined?(RDL)
  module RDL
    extend Loupe::Facade
    Annotate = Loupe::Annotate
    RDLAnnotate = Loupe::PrefixedAnnotate
  end
end
