# frozen_string_literal: true

# What dynamic calls did: the names and sources that they used, by the class of the receiver, and where they were called from. A call
# that brings nothing new costs two look-ups. No method of a recorded value is called, except those of String and Symbol.
module Loupe__Learn
  SITES = [] # rubocop:disable Style/MutableConstant -- by number: strings by class, of instances and of modules
  # More names at one site are only counted.
  MOST_STRINGS = 500
  LONGEST_SOURCE = 20_000
  MOST_FRAMES = 50
  INSTANCE_METHOD = ::Module.instance_method(:instance_method)
  SINGLETON = ::Kernel.instance_method(:singleton_class)
  # The embedded Ruby replaces `require` by a method of Loupe.
  LIBRARY = ::File.dirname(__dir__)
  # A program's own method of the same name is not dynamic.
  OWNERS = [::Kernel, ::Module, ::BasicObject, ::Object, ::Binding].freeze

  class << self
    # `name` is the method that the site calls; `definee` the class that a source defines methods in. Returns the value.
    def s(id, name, receiver, value, definee)
      cell = find_cell(id, definee, value)
      if cell
        cell[0] += 1
      elsif builtin?(receiver, name)
        add_cell(id, definee, value)
      end
      value
    end

    # The arguments are in a list; the first one is the name.
    def l(id, name, receiver, list, definee)
      s(id, name, receiver, list[0], definee) if ::Array === list && !list.empty? # rubocop:disable Style/CaseEquality
      list
    end

    # A handler of missing names was called.
    def m(id, receiver, value)
      cell = find_cell(id, receiver, value)
      cell ? cell[0] += 1 : add_cell(id, receiver, value)
      value
    end

    private

    def find_cell(id, receiver, value)
      tables = SITES[id]
      return unless tables

      strings = ::Module === receiver ? tables[1][receiver] : tables[0][CLASS.bind_call(receiver)] # rubocop:disable Style/CaseEquality
      strings && strings[value]
    end

    # Modules are told apart by identity, since they may override `hash`.
    def add_cell(id, receiver, value)
      case value
      when ::String
        return overflow(id) if value.bytesize > LONGEST_SOURCE
      when ::Symbol, ::Module
        nil
      else
        return
      end
      tables = SITES[id] ||= [{}.compare_by_identity, {}.compare_by_identity, false]
      table, key = ::Module === receiver ? [tables[1], receiver] : [tables[0], CLASS.bind_call(receiver)] # rubocop:disable Style/CaseEquality
      strings = table[key] ||= (::Module === value ? {}.compare_by_identity : {}) # rubocop:disable Style/CaseEquality
      return overflow(id) if strings.size >= MOST_STRINGS || table.size > MOST_STRINGS

      strings[value] = [1, origin]
    rescue ::StandardError
      nil
    end

    def overflow(id)
      (SITES[id] ||= [{}.compare_by_identity, {}.compare_by_identity, false])[2] = true
    end

    def builtin?(receiver, name)
      holder = ::Module === receiver ? SINGLETON.bind_call(receiver) : CLASS.bind_call(receiver) # rubocop:disable Style/CaseEquality
      method = INSTANCE_METHOD.bind_call(holder, name)
      OWNERS.include?(method.owner) || method.source_location.to_a.first.to_s.start_with?(LIBRARY)
    rescue ::NameError, ::TypeError
      false
    end

    # The first file on the stack that is not the one of the site; nil: the site runs while its own file is loaded.
    def origin
      own = nil
      caller_locations(3, MOST_FRAMES).each do |place|
        path = place.absolute_path
        next if path.nil? || path.start_with?(__dir__)

        own ||= path
        return path unless path == own
        return nil if place.base_label.start_with?('<')
      end
      '?'
    end
  end
end
