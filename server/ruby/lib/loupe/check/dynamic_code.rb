# frozen_string_literal: true

require 'loupe/check/recorded_runs'

module Loupe
  class Check
    # Dynamic code that does what no recorded run showed. It runs as it is, but it may not replace or remove a method with a
    # contract, and errors that it raises are logged with the call that ran it. Only calls in files that runs recorded count: neither
    # gems nor tests.
    class DynamicCode
      ERRORS = [NameError, TypeError, ArgumentError].freeze
      # Further sources are not told apart.
      MOST_SOURCES = 10_000

      # file, lines: as frames of its code say
      Source = Struct.new(:file, :lines, :site)

      # Nil: not asked for, or nothing was recorded.
      def self.from(environment)
        runs = RecordedRuns.in(Dir.pwd) if environment['LOUPE'].to_s.split(',').include?('check')
        runs && new(runs)
      end

      # Called with each class at the end of its body.
      attr_writer :ended

      def initialize(runs)
        @runs = runs
        @sources = Hash.new { |all, file| all[file] = [] }
        @count = 0
        @said = {}
        @points = [
          TracePoint.new(:script_compiled) { |point| compiled(point) if point.eval_script },
          TracePoint.new(:end) { |point| @ended&.call(point.self) },
          TracePoint.new(:raise) { |point| raised(point.raised_exception) }
        ].each(&:enable)
      end

      # The call that defines or removes the method at this moment, if no recorded run did that; nil: plain code, or a known call.
      def unknown_site(name)
        frames = frames_outside
        source = source_at(frames.first)
        source ? source.site : unknown_definition(frames, name)
      end

      private

      def compiled(point)
        path = real(point.path)
        return if path.nil? || @count >= MOST_SOURCES || !@runs.recorded?(path) || @runs.source?(path, point.eval_script)

        @count += 1
        code = point.instruction_sequence
        lines = code.first_lineno..(code.first_lineno + point.eval_script.count("\n"))
        @sources[code.path] << Source.new(code.path, lines, @runs.show(path, point.lineno))
      end

      def raised(error)
        return unless ERRORS.any? { |type| type === error } && !(Violation === error || Blame === error)

        source = source_at(frames_outside.first)
        return if source.nil? || @said[source.site]

        @said[source.site] = true
        warn "loupe: #{source.site}: blame: a source that no recorded run evaluated raises #{error.class}"
      end

      # Evaluated code has no file of its own.
      def source_at(frame)
        return nil if frame.nil? || @sources.empty? || frame.absolute_path || !@sources.key?(frame.path)

        @sources[frame.path].reverse.find { |source| source.lines.cover?(frame.lineno) }
      end

      def unknown_definition(frames, name)
        frame = frames.find(&:absolute_path) or return nil
        path = real(frame.absolute_path)
        return nil unless path && @runs.recorded?(path)

        names = @runs.names_defined(path, frame.lineno)
        names && !names.include?(name.to_s.delete_suffix('=')) && !names.include?(name.to_s) ? @runs.show(path, frame.lineno) : nil
      end

      def frames_outside = caller_locations(2, 30).reject { |frame| frame.path.start_with?(Loupe::HERE) || frame.path.start_with?('<internal') }

      def real(path)
        File.realpath(path)
      rescue SystemCallError
        nil
      end
    end
  end
end
