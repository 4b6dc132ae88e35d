# frozen_string_literal: true

require 'loupe/replay'

module Loupe
  # Runs one method on many inputs with its contracts on, and writes down what breaks. An input that cannot be built, or
  # does not meet the precondition of the method or of a constructor on the way, does not count.
  class Audit
    # Errors that Ruby raises by itself; a method that was proved safe raises none of them.
    OWN_ERRORS = %w[ZeroDivisionError NoMethodError TypeError FloatDomainError].freeze
    MAX_FINDINGS = 5
    # Of one run, and of all: an input for which a method runs long is none that is waited for.
    MAX_LINES = 5000
    ALL_LINES = 400_000

    def self.run(json) = JSON.generate(new(JSON.parse(json, max_nesting: false)).call)

    def initialize(script)
      @script = script
      @tried = 0
      @ran = 0
      @findings = []
      @lines = 0
    end

    def call
      @target = Replay::Target.new(@script)
      @script['inputs'].each do |input|
        break if @ran >= @script['wanted'] || @findings.size >= MAX_FINDINGS || @lines >= ALL_LINES

        @tried += 1
        try(input)
      end
      { tried: @tried, ran: @ran, findings: @findings }
    rescue Replay::CouldNotRun => e
      { couldNotRun: e.message }
    end

    private

    def try(input)
      attempt = Replay::Attempt.new(@target, input, max_lines: MAX_LINES, story: false)
      report = attempt.report
      return if !report[:preconditionHeld] || excused?(report)

      @ran += 1
      what = problem(report)
      @findings << { call: report[:call], what: what } if what
    rescue Replay::Attempt::TooLong, StandardError
      nil # this input cannot be built
    ensure
      @lines += attempt ? attempt.lines : 1
    end

    # A run in which somebody else broke a promise, or whose callee has no body here, says nothing about the proof.
    def excused?(report)
      report[:violations].any? { |violation| violation[:assumed] } ||
        (%w[NoMethodError NameError].include?(report[:outcome][:className]) && bodiless?(report[:outcome][:message]))
    end

    def bodiless?(message) = @script['bodiless'].include?(message[/undefined .*?method ['`](.+?)'/, 1])

    def problem(report)
      broken = report[:violations].first
      return broken[:message] if broken

      outcome = report[:outcome]
      name = outcome[:className]
      return nil unless OWN_ERRORS.include?(name) && !@script['mayRaise'].include?(name)

      "#{name}: #{outcome[:message]}"
    end
  end
end
