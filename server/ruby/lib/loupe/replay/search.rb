# frozen_string_literal: true

require 'loupe/replay/attempt'

module Loupe
  module Replay
    # Finds the first of several inputs that breaks the expected clause (see judge/expectedFailure.ts). Returns only its index:
    # the user sees a separate run in a fresh Ruby.
    class Search
      MAX_LINES = 10_000

      def initialize(script)
        @target = Target.new(script)
        @alternatives = script['alternatives']
        @wanted = script['wanted']
      end

      # Objects built by public calls are preferred.
      def call
        direct = nil
        @alternatives.each_with_index do |input, index|
          report = attempt(input) or next
          return index unless report[:builtBy] == 'allocate'

          direct ||= index
        end
        direct || -1
      end

      private

      def attempt(input)
        report = Attempt.new(@target, input, max_lines: MAX_LINES, record_path: false).report
        report if report[:preconditionHeld] && breaks?(report)
      rescue Attempt::TooLong, StandardError
        nil
      end

      def breaks?(report)
        raised = report[:outcome][:type] == 'raised'
        return true if raised && error?(report[:outcome])
        return false if raised && @wanted['mustReturn']

        report[:violations].any? do |violation|
          clause?(violation) && (!@wanted['clauseOnLines'] || on_lines?(violation[:line]))
        end
      end

      def error?(outcome)
        errors = @wanted['errors']
        return false if @wanted['allowed'].include?(outcome[:className])
        return false if @wanted['missing'] && outcome[:missing] != @wanted['missing']

        (outcome[:through].empty? || outcome[:through].any? { |line| on_lines?(line) }) && (errors.nil? || errors.include?(outcome[:className])) &&
          (!@wanted['nilOnly'] || outcome[:aboutNil])
      end

      def clause?(violation)
        clause = @wanted['clause'] or return false
        return violation[:clause] == clause['id'] if clause['id']
        return clause['kinds'].include?(violation[:kind]) if clause['kinds']

        violation[:text] == clause['text']
      end

      def on_lines?(line)
        first, last = @wanted['lines']
        line.nil? || first.nil? || line.between?(first, last)
      end
    end
  end
end
