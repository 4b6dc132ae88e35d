# frozen_string_literal: true

# `loupe learn` without a command: runs minitest and test-unit suites in the embedded Ruby, where the files of the workspace
# are already the rewritten ones. There are no processes and no threads, and `at_exit` does not run.
require_relative 'probes'
require_relative 'values'
require_relative 'sites'
require_relative 'shapes'
require_relative 'trace'
require_relative 'overlay'

module Loupe__Learn
  # Runs the tests of `parallelize_me!` one after the other.
  class Serial
    def start; end

    def shutdown; end

    def <<(work)
      test, method, reporter = work
      reporter.prerecord(test, method)
      reporter.record(::Minitest.run_one_method(test, method))
    end
  end

  class << self
    # Loads the test files and runs what they define. Returns JSON: whether the tests passed (nil: none ran), the trace, the names
    # of libraries that are missing, and the errors of files that could not be loaded.
    def run_tests(run, files, tests)
      prepare(run, files)
      srand # the image of this Ruby has a fixed seed
      missing = []
      failed = []
      tests.each { |path| load_tests(path, missing, failed) }
      passed = run_loaded
      ::JSON.generate('passed' => passed, 'missing' => missing.uniq, 'failed' => failed, 'trace' => trace)
    end

    private

    def prepare(run, files)
      @run = run
      @start = ::Dir.pwd
      @root = "#{@start}/"
      @notes = {}
      @overlays = {}
      files.each_with_index { |path, index| @overlays[path] = index }
      restart
      ::Binding.prepend(Hiding)
      ::ErrorHighlight.singleton_class.prepend(Highlighting) if defined?(::ErrorHighlight)
      %w[test lib].each { |name| $LOAD_PATH.unshift("#{@root}#{name}") if ::Dir.exist?("#{@root}#{name}") }
      $LOAD_PATH.unshift("#{__dir__}/stand_ins")
      ::Dir.glob("#{::RbConfig::CONFIG['rubylibprefix']}/gems/*/gems/*/lib").each { |folder| $LOAD_PATH << folder }
    end

    def load_tests(path, missing, failed)
      send(:require, path)
    rescue ::LoadError => e
      e.path ? missing << e.path : failed << "#{path}: #{e.message}"
    rescue ::StandardError, ::ScriptError => e
      failed << "#{path}: #{e.message} (#{e.class})"
    end

    # Nil: no test framework was loaded.
    def run_loaded
      results = []
      results << run_minitest if defined?(::Minitest::Runnable)
      results << run_test_unit if defined?(::Test::Unit::TestCase) && defined?(::Test::Unit::AutoRunner)
      results.empty? ? nil : results.all?
    end

    def run_minitest
      ::Minitest.parallel_executor = Serial.new
      ::Minitest.run(%w[--seed 1])
    rescue ::SystemExit => e
      e.success?
    end

    def run_test_unit
      ::Test::Unit::AutoRunner.need_auto_run = false
      ::Test::Unit::AutoRunner.run(false, nil, [])
    rescue ::SystemExit => e
      e.success?
    end
  end
end
