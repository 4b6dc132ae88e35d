# frozen_string_literal: true

require 'json'
require 'loupe/workspace'

module Loupe
  module Replay
    # Loads the workspace's files as far as possible. A missing library is recorded and skipped; a file that raises at its top
    # level keeps what it has defined so far. A constant that is not loaded yet is loaded from the file that defines it.
    module Loader
      MISSING = []
      FAILURES = []

      # Skipped on purpose; the message says why.
      class Skipped < StandardError; end

      @failed = []
      @around = nil
      @depth = 0
      @skip = []

      class << self
        # Paths of files that stopped early.
        attr_reader :constants, :failed
        # Files to skip, and why, as for Steps.
        attr_reader :skip

        def skip=(json)
          @skip = JSON.parse(json)
        end

        # Calls the block around the loading of each file.
        def load(names, constants, &around)
          @constants = constants
          @around = around
          names.each { |name| load_file(Workspace.path(name)) }
        end

        # Why something may be missing, for messages; nil: everything loaded.
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

        # The module of this name and those around it, as far as they are there.
        def scopes(name)
          parts = name.split('::')
          around = parts.size.downto(1).map { |count| parts.first(count).join('::') }
          around.select { |each| Object.const_defined?(each) }.map { |each| Object.const_get(each) } << Object
        rescue NameError # an anonymous module
          [Object]
        end

        # A missing library first raises, as the file may handle it (`rescue LoadError`). If it does not, the file is loaded again
        # without that library.
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

        # Whether a workspace file is being loaded.
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

      # Skips libraries that are known to be missing.
      module Require
        def require(name) = MISSING.include?(name.to_s) ? false : super

        private :require
      end

      # Loads a constant of the workspace when it is first used.
      module ConstMissing
        def const_missing(name)
          path = Loader.find(to_s, name.to_s)
          path &&= Workspace.path(path)
          return super if path.nil? || $LOADED_FEATURES.include?(path)

          Loader.load_file(path)
          found = Loader.scopes(to_s).find { |place| place.const_defined?(name) }
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
