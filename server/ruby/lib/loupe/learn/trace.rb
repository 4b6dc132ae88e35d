# frozen_string_literal: true

# The trace of one process: lines of tab-separated fields, read by parse/trace.ts. It contains names of classes, paths of
# workspace files and counts, and no value of the program. It is written under another name and renamed, so that a process
# which is killed leaves its last complete trace.
module Loupe__Learn
  NAME = ::Module.instance_method(:name)
  SUPERCLASS = ::Class.instance_method(:superclass)
  SOURCE = ::Module.instance_method(:const_source_location)
  CONSTANT = /\A[[:upper:]][[:word:]]*(?:::[[:upper:]][[:word:]]*)*\z/.freeze
  CLOCK = ::Process.method(:clock_gettime)
  MONOTONIC = ::Process::CLOCK_MONOTONIC
  OPEN = ::File.method(:open)
  RENAME = ::File.method(:rename)
  SECONDS_BETWEEN_WRITES = 5

  class << self
    # A forked process starts empty, with a trace of its own.
    def restart
      METHODS.clear
      TESTS.clear
      SITES.clear
      VALUES.clear
      COUNTER[0] = 0
      @written_at = CLOCK.call(MONOTONIC)
      @file = "#{@folder}/trace-#{::Process.pid}-#{CLOCK.call(MONOTONIC, :nanosecond)}"
      @process = ::Process.pid
    end

    def write_if_due
      return if CLOCK.call(MONOTONIC) - @written_at < SECONDS_BETWEEN_WRITES

      write
    end

    # Never raises: the program must end as it would without Loupe.
    def write
      return if @stopped

      text = trace
      OPEN.call("#{@file}.part", 'wb') { |file| file.write(text) }
      RENAME.call("#{@file}.part", @file)
      @written_at = CLOCK.call(MONOTONIC)
    rescue ::StandardError, ::NoMemoryError
      @stopped = true
    end

    private

    def trace
      @numbers = {}.compare_by_identity
      @lines = []
      calls = []
      METHODS.each_with_index { |root, id| add_calls(calls, id, root, []) if root }
      SITES.each_with_index { |tables, id| add_sites(calls, id, tables) if tables }
      add_values(calls)
      add_shapes(calls)
      head = ['loupe-trace 1', "run\t#{@run}", "ruby\t#{RUBY_ENGINE}\t#{RUBY_VERSION}"]
      (head + @notes.to_a.map(&:first) + @lines + calls + ['end', '']).join("\n")
    end

    # `to_a` does not yield to other threads, which may add entries at any time.
    def add_calls(calls, id, node, classes)
      test = TESTS[node]
      test = nil if test && test.match?(/[\t\r\n]/)
      node.to_a.each do |key, below|
        if ::Integer === key # rubocop:disable Style/CaseEquality -- a path
          below.to_a.each do |result, (count)|
            shown = result.nil? ? '!' : number(result)
            calls << "call\t#{id}\t#{classes.join(',')}\t#{key == -1 ? '-' : key.to_s(16)}\t#{shown}\t#{count}\t#{test}"
          end
        else
          add_calls(calls, id, below, classes + [number(key)])
        end
      end
    end

    def add_sites(lines, id, (instances, modules, more))
      lines << "more\t#{id}" if more
      [[instances, 'i'], [modules, 'm']].each do |table, kind|
        table.to_a.each do |klass, strings|
          strings.to_a.each do |value, (count, origin)|
            lines << "site\t#{id}\t#{kind}\t#{number(klass)}\t#{count}\t#{shown_origin(origin)}\t#{shown_value(value)}"
          end
        end
      end
    end

    # Empty: its own file. `?`: outside of the workspace.
    def shown_origin(path)
      return '' if path.nil?

      path.start_with?(@root) && !path.match?(/[\t\r\n]/) ? path[@root.size..-1] : '?'
    end

    def shown_value(value)
      return "module\t#{number(value)}" if ::Module === value # rubocop:disable Style/CaseEquality

      kind = ::Symbol === value ? 'symbol' : 'string' # rubocop:disable Style/CaseEquality
      text = value.to_s.dup.force_encoding(value.encoding).encode('UTF-8', invalid: :replace, undef: :replace)
      text = text[@root.size..-1] if text.start_with?(@root)
      "#{kind}\t#{text.gsub(/[\\\t\r\n]/, '\\' => '\\\\', "\t" => '\\t', "\r" => '\\r', "\n" => '\\n')}"
    rescue ::EncodingError
      "#{kind}\t"
    end

    def number(klass)
      @numbers[klass] ||= begin
        index = @numbers.size
        @lines << class_line(index, klass)
        index
      end
    end

    # An anonymous class is known by its nearest superclass that has a name; an anonymous module has none.
    def class_line(index, klass)
      return "class\t#{index}\tother\tObject\t" if OTHER.equal?(klass)

      name = nil
      named = klass
      named = superclass_of(named) until named.nil? || (name = constant_name(named))
      "class\t#{index}\t#{named.equal?(klass) ? 'named' : 'anonymous'}\t#{name || 'BasicObject'}\t#{place(name)}"
    end

    def superclass_of(mod)
      SUPERCLASS.bind_call(mod) if ::Class === mod # rubocop:disable Style/CaseEquality
    end

    def constant_name(klass)
      name = NAME.bind_call(klass)
      name if name && CONSTANT.match?(name)
    end

    # The workspace file that defines the class.
    def place(name)
      file, = name && SOURCE.bind_call(::Object, name)
      return unless file

      # The path of the main script is as given on the command line.
      real = REAL.call(file, @start)
      real[@root.size..-1] if real.start_with?(@root) && !real.match?(/[\t\r\n]/)
    rescue ::StandardError
      nil
    end
  end
end
