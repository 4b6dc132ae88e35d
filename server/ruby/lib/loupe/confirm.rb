# frozen_string_literal: true

require 'json'
require 'loupe/confirm/outside'
require 'loupe/workspace'

module Loupe
  # Runs a script as a program, to see whether it raises where inference says that it may. A script that depends on anything
  # but its sources (input, files, time, randomness) is given up, and so is one that takes too many steps.
  module Confirm
    # Not a StandardError: a `rescue` of the program must not take it.
    class GivenUp < Exception; end # rubocop:disable Lint/InheritException

    FRAMES = 200

    class << self
      # json: { path:, steps: }. The report: { kind: 'ended' | 'raised' | 'given-up', loaded:, ... } as JSON.
      def run(json)
        request = JSON.parse(json)
        path = Workspace.path(request.fetch('path'))
        Outside.close { |name| give_up("it uses #{name}") }
        outcome = report(path, request.fetch('steps'))
        JSON.generate(outcome.merge(loaded: Workspace.loaded | [request.fetch('path')]))
      end

      # Raised again by every later step: an `ensure` or a `rescue Exception` of the program does not continue it.
      def give_up(why)
        @given_up ||= why
        raise GivenUp, why
      end

      private

      def report(path, steps)
        $PROGRAM_NAME = path
        count_steps(steps) { Kernel.load(path) }
        @given_up ? given_up : { kind: 'ended' }
      rescue Exception => e # rubocop:disable Lint/RescueException -- whatever ends the program is its result
        @given_up ? given_up : raised(e)
      end

      def given_up = { kind: 'given-up', why: @given_up }

      def count_steps(most, &run)
        left = most
        TracePoint.new(:line) do
          left -= 1
          give_up("it takes more than #{most} steps") if left.negative?
        end.enable(&run)
      end

      # Frames of workspace files, innermost first.
      def raised(error)
        frames = (error.backtrace_locations || []).filter_map do |place|
          [Workspace.name(place.absolute_path), place.lineno - 1] if Workspace.known?(place.absolute_path)
        end
        message = error.message.to_s.lines.first.to_s.strip[0, 300]
        { kind: 'raised', className: error.class.name.to_s, message: message, raisedBy: library_method(error), frames: frames.first(FRAMES) }
      rescue StandardError
        { kind: 'given-up', why: 'its error cannot be read' }
      end

      # The method of the library that raised the error; `raise` has no frame of its own.
      def library_method(error)
        place = error.backtrace_locations&.first
        owner, kind, name = place&.label&.match(/\A([\w:]+)([#.])(.+)\z/)&.captures
        return unless name && error.is_a?(StandardError)

        type = Object.const_get(owner)
        file, = (kind == '#' ? type.instance_method(name) : type.method(name)).source_location
        name if file.nil? || file.start_with?('<internal:')
      rescue NameError
        nil
      end
    end
  end
end
