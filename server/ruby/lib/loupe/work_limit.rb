# frozen_string_literal: true

require 'loupe/replay/attempt'
require 'loupe/replay/loader'

module Loupe
  # Limits what a program does in a replay, in steps: lines and calls of blocks, which are the same on every machine. What takes
  # long without a step, such as an empty loop, is stopped by the host (host/fuel.ts). Our own work (building values, searching
  # for calls that make them) has limits of its own.
  module WorkLimit
    # Like any run that exceeds its lines, it has no outcome.
    class Exceeded < Replay::Attempt::TooLong; end

    # As Ruby has them: the program may redefine both.
    MINUS = Integer.instance_method(:-)
    LESS = Integer.instance_method(:<)

    class << self
      # How many steps the call of the method may take, and the loading of each file; nil: any number.
      attr_accessor :most

      # Raises at every step beyond the limit: an `ensure` or a `rescue Exception` of the program does not continue it.
      def steps(&)
        return yield unless most

        left = most
        TracePoint.new(:line, :b_call) do
          left = MINUS.bind_call(left, 1)
          raise Exceeded, "it takes more than #{most} steps" if LESS.bind_call(left, 0)
        end.enable(&)
      end
    end

    # The call of a method.
    module OfCalls
      private

      def traced(&) = super { WorkLimit.steps(&) }
    end

    # The loading of a file.
    module OfFiles
      def load(path) = WorkLimit.steps { super }
    end

    Replay::Attempt.prepend(OfCalls)
    Workspace.singleton_class.prepend(OfFiles)
  end
end
