# frozen_string_literal: true

require 'loupe/type_parser'

module Loupe
  class Check
    # LOUPE=check,infer: compares calls with inferred signatures. What contradicts one is logged once, and never raised.
    class Inferred
      FILE = File.join('.loupe', 'inferred')

      # Nil: not asked for, or there are no signatures.
      def self.from(environment)
        return nil unless environment['LOUPE'].to_s.split(',').include?('infer')

        path = environment['LOUPE_INFERRED'] || FILE
        return new(File.readlines(path, chomp: true), environment['LOUPE_LOG']) if File.file?(path)

        warn "loupe: no inferred signatures in #{path}: `loupe infer --write runtime` writes them"
        nil
      end

      # lines: "Money#split\t(Integer) -> Array<Integer>"; log: a file, nil: standard error.
      def initialize(lines, log)
        @texts = lines.reject { |line| line.start_with?('#') }.to_h { |line| line.split("\t", 2) }
        @arms = {}
        @log = log
        @said = {}
      end

      def knows?(title) = @texts.key?(title)

      # What the arguments contradict, in words, or nil. It counts only if the call returns: one that raises for its arguments
      # agrees with the signature.
      def contradicted_by_arguments(enforce, title, call)
        compare(title, call) { |arm| enforce.wrong_arguments(arm, call) }
      end

      def leaving(enforce, title, call, result, contradiction)
        say(contradiction) if contradiction
        contradiction = compare(title, call) { |arm| compare_result(enforce, arm, call, result) }
        say(contradiction) if contradiction
      end

      private

      def compare_result(enforce, arm, call, result) = enforce.wrong_result(arm, call, result)

      def compare(title, call)
        arm = knows?(title) && arm_of(title) or return
        what = yield(arm) or return
        "loupe: #{title}: #{what}; inferred: #{arm.text} (called at #{call.place || 'unknown place'})"
      rescue StandardError
        nil # an object that cannot be looked at contradicts nothing
      end

      # Nil: a type that cannot be tested at run time.
      def arm_of(title)
        return @arms[title] if @arms.key?(title)

        @arms[title] = TypeParser.new(@texts[title], title[/\A([A-Z].*?)[#.][^:]*\z/, 1]).method_type
      rescue TypeParser::Unreadable, NameError
        @arms[title] = nil
      end

      def say(line)
        return if @said[line] || @said.size > 1000

        @said[line] = true
        @log ? File.write(@log, "#{line}\n", mode: 'a') : warn(line)
      end
    end
  end
end
