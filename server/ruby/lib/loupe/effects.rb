# frozen_string_literal: true

require 'set'

module Loupe
  # What a refinement may not do: change something, or access the outside world. LP3031 reports the same statically.
  module Effects
    class Forbidden < StandardError
      def initialize(name) = super("a refinement may not call #{name}")
    end

    # Kernel's methods, unless the program defines its own.
    WORLD = %i[system exec spawn fork ` exit exit! abort puts print p pp putc printf warn gets readline readlines rand srand sleep
               open require require_relative load eval binding at_exit trap syscall select test instance_variable_set
               remove_instance_variable define_singleton_method extend freeze].to_set.freeze
    RUNS_CODE = %i[instance_eval instance_exec class_eval class_exec module_eval module_exec define_method].to_set.freeze
    SENDS = %i[send __send__ public_send].to_set.freeze
    # All but a few methods of these access what is outside of the program.
    PLACES = { 'File' => %i[basename dirname extname join split fnmatch fnmatch?], 'IO' => [], 'Dir' => [], 'FileUtils' => [], 'Process' => [],
               'Random' => [], 'ObjectSpace' => [], 'GC' => [], 'Signal' => [], 'Kernel' => %i[Integer Float String Array Hash Rational] }.freeze
    CLOCKS = { 'Time' => :now, 'Date' => :today, 'DateTime' => :now }.freeze
    CHANGES = {
      Array => %i[<< []= append clear collect! compact! concat delete delete_at delete_if fill filter! flatten! insert keep_if map! pop prepend
                  push reject! replace reverse! rotate! select! shift shuffle! slice! sort! sort_by! uniq! unshift],
      Hash => %i[[]= clear compact! compare_by_identity default= default_proc= delete delete_if filter! keep_if merge! rehash reject! replace select!
                 shift store transform_keys! transform_values! update],
      String => %i[<< []= append_as_bytes capitalize! chomp! chop! clear concat delete! delete_prefix! delete_suffix! downcase! encode!
                   force_encoding gsub! insert lstrip! next! prepend replace reverse! rstrip! setbyte slice! squeeze! strip! sub! succ! swapcase!
                   tr! tr_s! unicode_normalize! upcase!],
      Set => %i[<< add add? clear delete delete? delete_if keep_if merge reject! replace reset select! filter! subtract collect! map!]
    }.transform_values(&:to_set).freeze
    NAMES = (WORLD | RUNS_CODE | SENDS | CHANGES.values.reduce(:|)).freeze

    OWNER = Kernel.instance_method(:method)

    class << self
      # Whether a call of this name may be one of those. place: the constant receiver, if it is one.
      def risky?(name, place) = NAMES.include?(name) || PLACES.key?(place) || CLOCKS[place] == name

      def forbid(object, name, first = nil)
        return forbid(object, first.to_sym) if SENDS.include?(name) && (first.is_a?(Symbol) || first.is_a?(String))

        raise Forbidden, name if runs?(object, name) || changes?(object, name) || outside?(object, name)
      end

      private

      def runs?(object, name) = RUNS_CODE.include?(name) || SENDS.include?(name) || (WORLD.include?(name) && kernels?(object, name))

      def kernels?(object, name)
        OWNER.bind_call(object, name).owner.equal?(Kernel)
      rescue NameError
        false
      end

      def changes?(object, name) = CHANGES.any? { |type, names| type === object && names.include?(name) }

      def outside?(object, name)
        place = Module === object ? object.name : nil
        (PLACES.key?(place) && !PLACES[place].include?(name)) || CLOCKS[place] == name
      end
    end
  end
end
