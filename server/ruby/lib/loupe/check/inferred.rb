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

      def entering(enforce, title, call)
        compare(title) { |arm| enforce.wrong_arguments(arm, call) && [enforce.wrong_arguments(arm, call), call.place] }
      end

      def leaving(enforce, title, call, result)
        compare(title) { |arm| enforce.wrong_result(arm, call, result) && [enforce.wrong_result(arm, call, result), call.place] }
      end

      private

      def compare(title)
        arm = knows?(title) && arm_of(title) or return
        what, place = yield arm
        say("loupe: #{title}: #{what}; inferred: #{arm.text} (called at #{place || 'unknown place'})") if what
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
