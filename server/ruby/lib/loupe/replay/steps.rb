# frozen_string_literal: true

require 'json'
require 'loupe/replay/loader'

module Loupe
  module Replay
    # Announces each step to the host before it starts. If the run ends in the middle of a step, the next run skips it. Steps are
    # nested (a file is loaded, a hook runs, which loads a file ...).
    class Steps
      Skipped = Loader::Skipped

      # skip: [{ "call" => ..., "why" => ... }, { "hook" => ..., "why" => ... }, { "file" => ..., "why" => ... }]
      def initialize(skip)
        @skip = skip
        @open = []
      end

      def take(step)
        why = reason(step)
        raise Skipped, why if why

        @open << step
        tell
        begin
          yield
        ensure
          @open.pop
          tell
        end
      end

      private

      def reason(step)
        found = @skip.find { |skipped| step.any? { |key, value| skipped[key.to_s] == value } }
        found && found['why']
      end

      # The host reads standard error.
      def tell
        STDERR.write("\u0001step #{JSON.generate(@open.last)}\n") # rubocop:disable Style/StderrPuts -- programs set $stderr
      rescue IOError
        nil # the program closed it; then the step is unknown
      end
    end
  end
end
