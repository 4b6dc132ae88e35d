# frozen_string_literal: true

# Runs the test files of a suite and writes one line per test: name, result, message. Used by run.ts, once plainly and once
# under `loupe learn`; the two lists must be equal.
#
#   ruby outcomes.rb minitest|test-unit|rspec OUTPUT FILE…
#
# With HALF=0 or HALF=1 in the environment, only every second test runs, chosen by its name.

framework, OUTPUT, *FILES = ARGV
ARGV.clear
# Some suites choose their examples at random.
srand(1)

# Left out is what differs between two runs of the same program (addresses, ids of processes, names of temporary files, times), and
# the name of the frame of a file, which docs/learn.md lists as a difference.
def plain(message)
  message.to_s.gsub('<top (required)>', '<compiled>').gsub(/0x\h{6,}/, '0x0').gsub(%r{/tmp/[\w./-]+}, '/tmp').gsub(/\bpid \d+/, 'pid').gsub(/\b\d+\.\d{4,}(e-?\d+)?\b/, '0.0')
end

OUTCOMES = []
MAIN = $$

def outcome(name, result, message)
  OUTCOMES << [name, result, plain(message)].map { |part| part.to_s.scrub.gsub(/[\t\r\n]+/, ' ') }.join("\t")
end

def write_outcomes
  return unless $$ == MAIN # a forked child

  File.write(OUTPUT, OUTCOMES.sort.map { |line| "#{line}\n" }.join)
end

HALF = ENV['HALF']

def chosen?(name)
  HALF.nil? || (name.to_s.sum % 2).to_s == HALF
end

case framework
when 'minitest'
  require 'minitest'
  # Collects what every test reports.
  class OutcomeReporter < Minitest::AbstractReporter
    def record(result)
      kinds = result.failures.map { |failure| failure.result_label }
      outcome("#{result.klass}##{result.name}", "#{kinds.join('+')} #{result.assertions}", result.failures.map(&:message).join(' | '))
    end
  end
  Minitest::Test.singleton_class.prepend(Module.new { define_method(:runnable_methods) { super().select { |name| chosen?(name) } } })
  Minitest.extensions << 'outcomes'
  def Minitest.plugin_outcomes_init(_options)
    reporter << OutcomeReporter.new
  end
  ARGV.concat(%w[--seed 1])
  require 'minitest/autorun'
  Minitest.after_run { write_outcomes }
  FILES.each { |file| require File.expand_path(file) }
when 'test-unit'
  require 'test/unit'
  Test::Unit::TestCase.prepend(Module.new do
    def run(result, *rest, **options, &block)
      before = result.faults.size
      super.tap do
        found = result.faults[before..-1]
        outcome(name, found.map(&:label).join('+'), found.map(&:message).join(' | '))
      end
    end
  end)
  Test::Unit.at_exit { write_outcomes }
  FILES.each { |file| require File.expand_path(file) }
when 'rspec'
  require 'rspec/core'
  # Collects what every example reports.
  class OutcomeFormatter
    RSpec::Core::Formatters.register self, :example_passed, :example_failed, :example_pending, :dump_summary

    def initialize(_output); end

    %i[passed failed pending].each do |result|
      define_method(:"example_#{result}") do |notification|
        example = notification.example
        outcome(example.full_description, result, example.execution_result.exception&.message)
      end
    end

    def dump_summary(summary)
      outcome('(errors outside of examples)', summary.errors_outside_of_examples_count, '')
      write_outcomes
    end
  end
  RSpec.configure { |config| config.filter_run_excluding(full_description: ->(name) { !chosen?(name) }) } if HALF
  exit RSpec::Core::Runner.run(['--seed', '1', '--format', 'OutcomeFormatter', *FILES], $stderr, $stdout)
else
  abort "unknown framework #{framework}"
end
