# frozen_string_literal: true

# The final shape of the classes that the workspace defines: the methods that they have, and where these come from; the methods
# of modules of gems that were mixed in; the constants that gems defined. `method_added` is not used, because a program
# may define it itself.
module Loupe__Learn
  MOST_SHAPES = 20_000
  ANCESTORS = ::Module.instance_method(:ancestors)
  CONSTANTS = ::Module.instance_method(:constants)
  INSTANCE_METHODS = {
    'public' => ::Module.instance_method(:public_instance_methods),
    'protected' => ::Module.instance_method(:protected_instance_methods),
    'private' => ::Module.instance_method(:private_instance_methods)
  }.freeze

  class << self
    private

    def add_shapes(lines)
      count = 0
      ::ObjectSpace.each_object(::Module) do |mod|
        name = constant_name(mod)
        next if name.nil? || (count += 1) > MOST_SHAPES || place(name).nil?

        add_shape(lines, mod)
      end
    rescue ::StandardError
      nil
    end

    def add_shape(lines, mod)
      index = number(mod)
      [[mod, 'i'], [SINGLETON.bind_call(mod), 'm']].each do |holder, kind|
        add_methods(lines, index, holder, kind)
        mixed_in(holder).each { |each| add_mixed(lines, index, each, kind) }
      end
      add_constants(lines, index, mod)
    end

    # Modules of gems, not those of superclasses. A module without a name may be one of the workspace; one without a place is
    # Ruby's own.
    def mixed_in(mod)
      inherited = superclass_of(mod)
      found = ANCESTORS.bind_call(mod) - (inherited ? ANCESTORS.bind_call(inherited) : [])
      found.reject do |each|
        name = constant_name(each)
        ::Class === each || name.nil? || SOURCE.bind_call(::Object, name).to_a.empty? || place(name) # rubocop:disable Style/CaseEquality
      end
    end

    def add_mixed(lines, index, mod, kind)
      INSTANCE_METHODS['public'].bind_call(mod, false).each do |name|
        lines << "own\t#{index}\t#{kind}\tpublic\t?\t0\t\t#{name}" unless name.match?(/[\t\r\n]/)
      end
    end

    # Those that no file of the workspace defines.
    def add_constants(lines, index, mod)
      CONSTANTS.bind_call(mod, false).each do |name|
        file, = SOURCE.bind_call(mod, name, false)
        lines << "constant\t#{index}\t#{name}" unless file && in_workspace?(file)
      end
    rescue ::StandardError
      nil
    end

    def in_workspace?(file)
      REAL.call(file, @start).start_with?(@root)
    rescue ::StandardError
      false
    end

    def add_methods(lines, index, mod, kind)
      INSTANCE_METHODS.each do |visibility, list|
        list.bind_call(mod, false).each do |name|
          method = INSTANCE_METHOD.bind_call(mod, name)
          next unless method.owner.equal?(mod)

          path, line = location(method)
          next if path.nil? && kind == 'm' && name == :allocate

          parameters = method.parameters.map { |type, param| "#{type}:#{param}" }.join(',')
          lines << "own\t#{index}\t#{kind}\t#{visibility}\t#{path}\t#{line}\t#{parameters}\t#{name}" unless name.match?(/[\t\r\n]/)
        end
      end
    rescue ::StandardError
      nil
    end

    # In the workspace; `?`: elsewhere, as a gem; `!`: in a source that was evaluated; nil: not known. From Ruby 3.3 on, such a source names
    # its site: `(eval at lib/a.rb:3)`.
    def location(method)
      file, line = method.source_location
      return unless file

      site = /\A\(eval at (.+):(\d+)\)\z/.match(file)
      file, line = site[1], site[2].to_i if site
      return ['!', 0] if file.start_with?('(')
      return if file.start_with?('<')

      real = REAL.call(file, @start)
      return ['?', 0] unless real.start_with?(@root)

      [real[@root.size..-1], line - 1] unless real.match?(/[\t\r\n]/)
    rescue ::SystemCallError
      ['!', 0]
    rescue ::StandardError
      nil
    end
  end
end
