# frozen_string_literal: true

# The final shape of the classes that the workspace defines: the methods that they have, and where
# these come from. `method_added` is not used, because a program may define it itself.
module Loupe__Learn
  MOST_SHAPES = 20_000
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
      add_methods(lines, index, mod, 'i')
      add_methods(lines, index, SINGLETON.bind_call(mod), 'm')
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

    # In the workspace; `?`: elsewhere, as a gem; nil: not known. A source that was evaluated names its site from Ruby 3.3 on: `(eval at lib/a.rb:3)`.
    def location(method)
      file, line = method.source_location
      return unless file

      site = /\A\(eval at (.+):(\d+)\)\z/.match(file)
      file, line = site[1], site[2].to_i if site
      return if file.start_with?('(', '<')

      real = REAL.call(file, @start)
      return ['?', 0] unless real.start_with?(@root)

      [real[@root.size..-1], line - 1] unless real.match?(/[\t\r\n]/)
    rescue ::StandardError
      nil
    end
  end
end
