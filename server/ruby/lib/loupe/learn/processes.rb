# frozen_string_literal: true

# Keeps the traces of processes that fork, replace themselves or end at once. `at_exit` is registered before that of any test
# framework, so it runs after it.
module Loupe__Learn
  # Ruby 3.1 and later call `_fork` for every way to fork.
  module Forking
    def _fork
      pid = super
      ::Loupe__Learn.restart if pid == 0
      pid
    end
  end

  class << self
    private

    def watch_processes
      at_exit { ::Loupe__Learn.write }
      if ::Process.respond_to?(:_fork)
        ::Process.singleton_class.prepend(Forking)
      else
        replace_everywhere(:fork) { |original| fork_with(original) }
      end
      %i[exit! exec].each do |name|
        replace_everywhere(name) do |original|
          proc do |*arguments|
            ::Loupe__Learn.write
            original.call(self, *arguments)
          end
        end
      end
      watch_ractors
    end

    # Kernel#name, Kernel.name and Process.name are three methods.
    def replace_everywhere(name)
      verbose, $VERBOSE = $VERBOSE, nil
      instance = ::Kernel.instance_method(name)
      ::Kernel.define_method(name, &yield(instance.method(:bind_call)))
      ::Kernel.send(:private, name)
      [::Kernel, ::Process].each do |mod|
        original = mod.method(name)
        mod.define_singleton_method(name, &yield(proc { |_, *arguments, &block| original.call(*arguments, &block) }))
      end
    ensure
      $VERBOSE = verbose
    end

    def fork_with(original)
      proc do |&block|
        if block
          original.call(self) do
            ::Loupe__Learn.restart
            block.call
          end
        else
          original.call(self).tap { |pid| ::Loupe__Learn.restart if pid.nil? }
        end
      end
    end

    # Other ractors cannot access the tables. From the first one on, nothing is recorded.
    def watch_ractors
      return unless defined?(::Ractor)

      ::Ractor.singleton_class.prepend(Module.new do
        def new(*arguments, **options, &block)
          ::Loupe__Learn.disable
          super
        end
      end)
    end
  end

  def self.disable
    return if @stopped

    @notes['ractor'] = true
    write
    @stopped = true
    verbose, $VERBOSE = $VERBOSE, nil
    probes = singleton_class.instance_methods(false).grep(/\A(?:b|e\d+|en|x|z)\z/)
    singleton_class.class_eval(probes.map { |name| "def #{name}(*); end" }.join("\n"))
    singleton_class.class_eval('def s(_, _, _, value, *); value; end; def l(_, _, _, list, *); list; end; def m(_, _, value); value; end')
  ensure
    $VERBOSE = verbose
  end
end
