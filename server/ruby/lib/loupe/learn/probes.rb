# frozen_string_literal: true

# What rewritten methods call. On entry, `e` finds the leaf of the classes of the arguments in a trie by identity, so a call
# that brings nothing new allocates nothing. On exit, `x` counts the class of the result under the path, `z` an exit without
# a result. No method of a recorded value is called. Written in the syntax of Ruby 2.7.
module Loupe__Learn
  # `Kernel#class` for any object. Binding a method of a module allocates two objects per call, so BasicObject has it as a private
  # method of its own.
  ::BasicObject.define_method(:__loupe_class, ::Kernel.instance_method(:class))
  ::BasicObject.send(:private, :__loupe_class)
  CLASS = ::BasicObject.instance_method(:__loupe_class)
  # More classes at one position are not told apart.
  MOST_CLASSES = 64
  # More paths for the same classes are not told apart.
  MOST_PATHS = 1024
  # Calls between two looks at the clock.
  TICKS = 0x3fff
  OTHER = ::Class.new
  # Stands for any block.
  BLOCK = proc {}

  # Constants, because Ruby caches them, while an instance variable of a module is looked up in a table under a lock.
  METHODS = [] # rubocop:disable Style/MutableConstant -- by number: the trie of the method
  TESTS = {}.compare_by_identity # rubocop:disable Style/MutableConstant -- by leaf: the line of a test that made the first call
  COUNTER = [0] # rubocop:disable Style/MutableConstant -- calls that ended

  # `e0` to `e12` take that many values: a method with a splat would allocate an array per call.
  class << self
    # A method, which can be replaced, because other ractors cannot read the constant.
    def b
      BLOCK
    end

    def e0(id)
      METHODS[id] || (METHODS[id] = leaf)
    end

    def e1(id, a)
      node = METHODS[id] || plant(id)
      node[CLASS.bind_call(a)] || grow(node, CLASS.bind_call(a), 0)
    end

    (2..12).each do |count|
      values = Array.new(count) { |index| "v#{index}" }
      steps = values.each_with_index.map do |value, index|
        "node = node[k = CLASS.bind_call(#{value})] || grow(node, k, #{count - 1 - index})"
      end
      class_eval("def e#{count}(id, #{values.join(', ')}); node = METHODS[id] || plant(id); #{steps.join('; ')}; end", __FILE__, __LINE__)
    end

    def en(id, *values)
      node = METHODS[id] || plant(id)
      left = values.size
      values.each do |value|
        left -= 1
        node = node[CLASS.bind_call(value)] || grow(node, CLASS.bind_call(value), left)
      end
      node
    end

    # The method returned `value` along `path`.
    def x(leaf, value, path)
      results = leaf[path] || branch(leaf, path)
      cell = results[k = CLASS.bind_call(value)] || (results[k] = [0])
      cell[0] += 1
      COUNTER[0] = count = COUNTER[0] + 1
      write_if_due if count & TICKS == 0
    end

    # The method was left by an exception, `throw` or `break`.
    def z(leaf, path)
      results = leaf[path] || branch(leaf, path)
      cell = results[nil] || (results[nil] = [0])
      cell[0] += 1
      COUNTER[0] = count = COUNTER[0] + 1
      write_if_due if count & TICKS == 0
    end

    # Hides the locals of probes. A local variable that is called `local_variables` stays as it is.
    def visible(names)
      return names unless ::Array === names && names.any? { |name| probe?(name) } # rubocop:disable Style/CaseEquality

      names.reject { |name| probe?(name) }
    end

    private

    def probe?(name)
      ::Symbol === name && name.start_with?('__loupe_') # rubocop:disable Style/CaseEquality
    end

    def plant(id)
      METHODS[id] = {}.compare_by_identity
    end

    # Inner nodes are keyed by classes, leaves by paths, which are integers of any size.
    def grow(node, key, levels)
      key = OTHER if node.size >= MOST_CLASSES
      node[key] ||= levels == 0 ? leaf : {}.compare_by_identity
    end

    def leaf
      new = {}
      TESTS[new] = test_line
      new
    end

    # The innermost file of the workspace that is not recorded: a test, or the script of the command.
    def test_line
      place = caller_locations(3, MOST_FRAMES).find do |each|
        path = each.absolute_path
        path && path.start_with?(@root) && !@overlays.key?(path)
      end
      place && "#{place.absolute_path[@root.size..-1]}:#{place.lineno}"
    rescue ::StandardError
      nil
    end

    def branch(leaf, path)
      path = -1 if leaf.size >= MOST_PATHS
      leaf[path] ||= {}.compare_by_identity
    end
  end
end
