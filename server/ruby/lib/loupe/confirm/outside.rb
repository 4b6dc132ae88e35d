# frozen_string_literal: true

module Loupe
  module Confirm
    # Everything by which a program depends on more than its sources. Each method calls the given block instead, which raises.
    module Outside
      FUNCTIONS = %i[
        gets readline readlines open select rand srand sleep test trap fork exec spawn system ` syscall autoload at_exit abort exit! callcc
      ].freeze
      # Functions of paths alone.
      PATHS = %i[join basename dirname extname split expand_path absolute_path absolute_path? path fnmatch fnmatch?].freeze
      # Objects whose methods read or change what is outside.
      OBJECTS = %w[ARGV ENV ARGF STDIN DATA].freeze
      CLASS_METHODS = {
        'Time' => %i[now], 'Date' => %i[today], 'DateTime' => %i[now], 'Random' => %i[new rand bytes seed new_seed srand urandom random_number],
        'SecureRandom' => :all, 'Process' => :all, 'Signal' => :all, 'GC' => :all, 'ObjectSpace' => :all, 'Etc' => :all, 'Thread' => %i[new start fork],
        'IO' => :all, 'Dir' => :all, 'FileTest' => :all, 'FileUtils' => :all, 'Tempfile' => :all, 'Socket' => :all, 'TCPSocket' => :all
      }.freeze
      INSTANCE_METHODS = { 'Array' => %i[shuffle shuffle! sample] }.freeze

      # An object that the program may not use.
      class Closed < BasicObject
        def initialize(name, object) = (@name, @object = name, object)

        def method_missing(method, ...) # rubocop:disable Style/MissingRespondToMissing
          return @object.__send__(method, ...) if Outside.allowed?(::Kernel.caller_locations(1, 1).first)

          Outside.refuse(@name)
        end

        %i[== != !].each { |name| define_method(name) { |*| Outside.refuse(@name) } }
      end

      # Loading a library reads files, and libraries define more to be closed.
      module Require
        def require(name) = Outside.load_library { super }
        private :require
      end

      @loading = 0
      @closed = []

      class << self
        def close(&refuse)
          @refuse = refuse
          FUNCTIONS.each { |name| [Kernel, Kernel.singleton_class].each { |place| replace(place, name, name.to_s) } }
          INSTANCE_METHODS.each { |name, methods| methods.each { |method| replace(Object.const_get(name), method, "#{name}##{method}") } }
          replace_all(File, (File.singleton_methods(false) | %i[new open]) - PATHS)
          close_classes
          close_time
          close_objects
          Object.prepend(Require)
        end

        def load_library
          @loading += 1
          yield
        ensure
          @loading -= 1
          close_classes if @loading.zero?
        end

        # A library may read what it needs while it is loaded; a file of the program may not.
        def allowed?(caller) = @loading.positive? && !Workspace.known?(caller&.absolute_path)

        def refuse(name) = @refuse.call(name)

        private

        def close_classes
          CLASS_METHODS.each do |name, methods|
            next if @closed.include?(name) || !Object.const_defined?(name)

            @closed << name
            type = Object.const_get(name)
            replace_all(type, methods == :all ? type.singleton_methods(false) | (type.is_a?(Class) ? [:new] : []) : methods)
          end
        end

        def replace_all(type, methods)
          methods.each { |method| replace(type.singleton_class, method, "#{type.name}.#{method}") }
        end

        # `Time.new` without arguments is now.
        def close_time
          Time.singleton_class.prepend(Module.new do
            def new(*args, **options) = args.empty? ? Outside.refuse('Time.new') : super
          end)
        end

        def close_objects
          OBJECTS.each do |name|
            next unless Object.const_defined?(name)

            object = Object.send(:remove_const, name)
            Object.const_set(name, Closed.new(name, object))
          end
          $stdin = Closed.new('$stdin', $stdin)
        end

        def replace(owner, method, name)
          original = owner.instance_method(method) if owner.method_defined?(method) || owner.private_method_defined?(method)
          owner.define_method(method) do |*args, **options, &block|
            next original.bind_call(self, *args, **options, &block) if original && Outside.allowed?(caller_locations(1, 1).first)

            Outside.refuse(name)
          end
        end
      end
    end
  end
end
