# frozen_string_literal: true

require 'loupe/audit'
require 'loupe/check'

module Loupe
  class Audit
    # Runs one method without an annotation on many inputs of its inferred types. Every call that a run makes is compared with
    # the inferred signatures, and the fields of its receiver with their inferred types. What the program raises says nothing.
    class Inferred
      # Compares as LOUPE=check,infer does, and keeps what it finds. A result counts only if the arguments have their types.
      class Recorder < Check::Inferred
        attr_reader :findings

        # fields: "Box @v" => "Integer"; compares_arguments: whether the arguments of all calls follow from known types.
        def initialize(lines, fields, compares_arguments)
          super(lines, nil)
          @fields = fields.group_by { |line| line[/\A\S+/] }
          @compares_arguments = compares_arguments
          @findings = []
          @types = {}
        end

        def contradicted_by_arguments(enforce, title, call)
          compare(title, call) { |arm| enforce.wrong_types(arm, call) } if @compares_arguments
        end

        def leaving(enforce, title, call, result, contradiction)
          super
          compare_fields(call.receiver)
        end

        private

        def compare_result(enforce, arm, call, result)
          super unless enforce.wrong_arguments(arm, call)
        end

        def compare_fields(receiver)
          Replay::Values.class_of(receiver).ancestors.each do |owner|
            (@fields[owner.name] || []).each do |line|
              _, name, text = line.split("\t")
              next unless Replay::Values::FIELDS.bind_call(receiver).include?(name.to_sym)

              value = Replay::Values::FIELD.bind_call(receiver, name)
              next if type_of(owner.name, text).accepts?(value, receiver)

              say("loupe: #{owner.name} #{name}: it is #{Replay::Values.show(value)}; inferred: #{text}")
            end
          end
        rescue StandardError
          nil # an object that cannot be looked at contradicts nothing
        end

        def type_of(owner, text)
          @types[[owner, text]] ||= TypeParser.new(text, owner).bare_type
        rescue TypeParser::Unreadable, NameError
          @types[[owner, text]] = Types::Anything.new(text)
        end

        def say(line)
          findings << line.delete_prefix('loupe: ') unless findings.include?(line.delete_prefix('loupe: '))
        end
      end

      # The wrapper that compares is called; the lines of the method itself are counted.
      class Target < Replay::Target
        private

        def start_counter
          original = Loupe.sink.written(@method) || @method
          TracePoint.new(:line, :call) { |point| @counted&.on_line(point.event) }.tap { |trace| trace.enable(target: original) }
        rescue ArgumentError
          true
        end
      end

      def self.run(json) = JSON.generate(new(JSON.parse(json, max_nesting: false)).call)

      def initialize(script)
        @script = script
        @recorder = Recorder.new(script['signatures'], script['inferredFields'], script['comparesArguments'])
        @tried = 0
        @ran = 0
        @lines = 0
      end

      def call
        Loupe.sink = Check.new(@recorder)
        @target = Target.new(@script)
        @script['inputs'].each { |input| try(input) if @ran < @script['wanted'] && @lines < ALL_LINES }
        { tried: @tried, ran: @ran, findings: @recorder.findings.first(MAX_FINDINGS) }
      rescue Replay::CouldNotRun => e
        { couldNotRun: e.message }
      ensure
        Loupe.sink = nil
      end

      private

      def try(input)
        @tried += 1
        attempt = Replay::Attempt.new(@target, input, max_lines: MAX_LINES, record_path: false)
        @ran += 1 if attempt.report[:preconditionHeld]
      rescue Replay::Attempt::TooLong, StandardError
        nil # this input cannot be built
      ensure
        @lines += attempt ? attempt.lines : 1
      end
    end
  end
end
