# frozen_string_literal: true

# What rewritten methods call. On entry, `e` finds the leaf of the classes of the arguments in a trie by identity, so a call
# that brings nothing new allocates nothing. On exit, `x` counts the class of the result under the path, `z` an exit without
# a result. No method of a recorded value is called. Written in the syntax of Ruby 2.7.
module Loupe__Learn
  CLASS = ::Kernel.instance_method(:class)
  # More classes at one position are not told apart.
  MOST_CLASSES = 64
  # More paths for the same classes are not told apart.
  MOST_PATHS = 1024
  # Calls between two looks at the clock.
  TICKS = 0x3fff
  OTHER = ::Class.new

  @methods = []
  @ticks = 0
  @full = {}

  class << self
    def e0(id)
      @methods[id] ||= {}
    end

    def e1(id, a)
      root = (@methods[id] ||= {}.compare_by_identity)
      root[CLASS.bind_call(a)] || grow(root, CLASS.bind_call(a), 0)
    end

    def e2(id, a, b)
      node = (@methods[id] ||= {}.compare_by_identity)
      node = node[CLASS.bind_call(a)] || grow(node, CLASS.bind_call(a), 1)
      node[CLASS.bind_call(b)] || grow(node, CLASS.bind_call(b), 0)
    end

    def e3(id, a, b, c)
      node = (@methods[id] ||= {}.compare_by_identity)
      node = node[CLASS.bind_call(a)] || grow(node, CLASS.bind_call(a), 2)
      node = node[CLASS.bind_call(b)] || grow(node, CLASS.bind_call(b), 1)
      node[CLASS.bind_call(c)] || grow(node, CLASS.bind_call(c), 0)
    end

    def e4(id, a, b, c, d)
      node = (@methods[id] ||= {}.compare_by_identity)
      node = node[CLASS.bind_call(a)] || grow(node, CLASS.bind_call(a), 3)
      node = node[CLASS.bind_call(b)] || grow(node, CLASS.bind_call(b), 2)
      node = node[CLASS.bind_call(c)] || grow(node, CLASS.bind_call(c), 1)
      node[CLASS.bind_call(d)] || grow(node, CLASS.bind_call(d), 0)
    end

    def en(id, *values)
      node = (@methods[id] ||= {}.compare_by_identity)
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
      result = CLASS.bind_call(value)
      results[result] = (results[result] || 0) + 1
      @ticks += 1
      write_if_due if @ticks & TICKS == 0
    end

    # The method was left by an exception, `throw` or `break`.
    def z(leaf, path)
      results = leaf[path] || branch(leaf, path)
      results[nil] = (results[nil] || 0) + 1
      @ticks += 1
      write_if_due if @ticks & TICKS == 0
    end

    # Hides the locals of probes.
    def visible(names)
      names.reject { |name| name.to_s.start_with?('__loupe_') }
    end

    private

    # Inner nodes are keyed by classes, leaves by paths, which are integers of any size.
    def grow(node, key, levels)
      key = OTHER if node.size >= MOST_CLASSES
      node[key] ||= levels == 0 ? {} : {}.compare_by_identity
    end

    def branch(leaf, path)
      path = -1 if leaf.size >= MOST_PATHS
      leaf[path] ||= {}.compare_by_identity
    end
  end
end
