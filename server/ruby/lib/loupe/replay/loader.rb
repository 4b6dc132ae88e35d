# frozen_string_literal: true

require 'json'
require 'loupe/workspace'

module Loupe
  module Replay
    # Loads the workspace's files as far as they load. A library that is not here is noted and passed over; a file
    # that raises at its top level keeps what it had defined until then. Constants that a file expects somebody else
    # to have loaded are loaded from the file that defines them.
    module Loader
      MISSING = []
      FAILURES = []

      # Left out on purpose; the message says why.
      class Skipped < StandardError; end

      @failed = []
      @around = nil
      @depth = 0
      @skip = []

      class << self
        # Paths of files that stopped on the way.
        attr_reader :constants, :failed
        # Files that are left out, and why, as Steps takes them.
        attr_reader :skip

        def skip=(json)
          @skip = JSON.parse(json)
        end

        # The block is called around the loading of each file.
        def load(names, constants, &around)
          @constants = constants
          @around = around
          names.each { |name| load_file(Workspace.path(name)) }
        end

        # Why something may not be there, for people; nil: everything loaded.
        def excuse
          reasons = FAILURES.uniq + MISSING.map { |library| "the library #{library} is not available here" }
          reasons.empty? ? nil : reasons.first(3).join('; ')
        end

        def find(scope, name)
          parts = scope.split('::')
          until parts.empty?
            path = @constants&.[]([*parts, name].join('::'))
            return path if path

            parts.pop
          end
          @constants&.[](name.to_s)
        end

        # A library that is not here stops the file at first, as the file may have a way out (`rescue LoadError`);
        # if it has none, the file is loaded again and that library is passed over.
        def load_file(path)
          @depth += 1
          @around ? @around.call(path) { Workspace.load(path) } : Workspace.load(path)
        rescue LoadError => e
          return note(path, e) if e.path.nil? || MISSING.include?(e.path)

          MISSING << e.path
          @depth -= 1
          retry
        rescue Exception => e # rubocop:disable Lint/RescueException -- a top-level `exit` must not end the replay
          note(path, e)
        ensure
          @depth -= 1
        end

        # A file of the workspace is being loaded.
        def loading? = @depth.positive?

        private

        def note(path, error)
          @failed |= [path]
          return FAILURES << "loading #{File.basename(path)} was given up: #{error.message}" if error.is_a?(Skipped)

          line = error.backtrace_locations&.find { |place| place.path == path }&.lineno
          FAILURES << "loading #{File.basename(path)} stopped#{" in line #{line}" if line}: #{error.class}: " \
                      "#{error.message.lines.first.to_s.strip[0, 200]}"
        end
      end

      # Passes over libraries that are known not to be here.
      module Require
        def require(name) = MISSING.include?(name.to_s) ? false : super

        private :require
      end

      # Loads a constant of the workspace when it is first named.
      module ConstMissing
        def const_missing(name)
          path = Loader.find(to_s, name.to_s)
          path &&= Workspace.path(path)
          return super if path.nil? || $LOADED_FEATURES.include?(path)

          Loader.load_file(path)
          found = [self, Object].find { |place| place.const_defined?(name) }
          found ? found.const_get(name) : super
        end
      end

      def self.install
        Object.prepend(Require)
        Module.prepend(ConstMissing)
      end
    end
  end
end
