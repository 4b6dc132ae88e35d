# frozen_string_literal: true

require 'loupe/replay'
require 'loupe/audit/neighbours'

module Loupe
  # Runs one method on many inputs with contracts enabled, and records what breaks. An input does not count if it cannot be built,
  # or if it does not meet the precondition of the method or of a constructor.
  class Audit
    # Errors that Ruby raises by itself; a method that was proved safe raises none of them.
    OWN_ERRORS = %w[ZeroDivisionError NoMethodError TypeError FloatDomainError NoMatchingPatternError].freeze
    MAX_FINDINGS = 5
    # Attempts per requested input.
    NEIGHBOURS = 4
    EXCUSED = 50
    # Limits of one run, and of all: long runs are abandoned.
    MAX_LINES = 1000
    ALL_LINES = 100_000

    def self.run(json) = JSON.generate(new(JSON.parse(json, max_nesting: false)).call)

    def initialize(script)
      @script = script
      @tried = 0
      @ran = 0
      @findings = []
      @broken = []
      @met = []
      @lines = 0
    end

    def call
      @target = Replay::Target.new(@script)
      run_all(@script['inputs'].each)
      run_all(neighbours) if @met.any?
      { tried: @tried, ran: @ran, findings: @findings, assumptionsBroken: @broken.uniq }
    rescue Replay::CouldNotRun => e
      { couldNotRun: e.message }
    end

    private

    def run_all(inputs)
      inputs.each do |input|
        break if @ran >= @script['wanted'] || @findings.size >= MAX_FINDINGS || @lines >= ALL_LINES || excused?

        @tried += 1
        try(input)
      end
    end

    # No run so far could be judged, so the next will not be, either.
    def excused? = @ran.zero? && @met.size >= EXCUSED

    def neighbours
      near = Neighbours.new(@script['inputs'])
      (1..@script['wanted'] * NEIGHBOURS).lazy.map { near.of(@met) }.take_while(&:itself)
    end

    def try(input)
      attempt = Replay::Attempt.new(@target, input, max_lines: MAX_LINES, record_path: false)
      report = attempt.report
      return unless report[:preconditionHeld]

      @met << input
      excuse = excuse(report)
      return @broken << excuse if excuse

      @ran += 1
      what = problem(report)
      @findings << { call: attempt.source, what: what } if what
    rescue Replay::Attempt::TooLong, StandardError
      nil # this input cannot be built
    ensure
      @lines += attempt ? attempt.lines : 1
    end

    # A run says nothing about the proof if it broke a contract that the verdict names as an assumption, or if it called a method
    # without a body. Returns that method; nil: no excuse.
    def excuse(report)
      outcome = report[:outcome]
      involved = report[:violations].flat_map { |violation| [*violation[:assumed], *violation[:inside]] }
      involved.concat(outcome[:inside] || [])
      involved.find { |title| @script['assumed'].include?(title) } || missing(outcome)
    end

    def missing(outcome)
      return nil unless %w[NoMethodError NameError].include?(outcome[:className])

      name, receiver = outcome[:message].match(/undefined .*?method ['`](.+?)'(?: for (.+))?/)&.captures
      name if @script['bodiless'].include?(name) || of_gem?(name, receiver)
    end

    BASIC = { 'nil' => 'NilClass', 'true' => 'TrueClass', 'false' => 'FalseClass' }.freeze

    # Whether a gem that is not loaded defines the method for this receiver, as Ruby's message names it.
    def of_gem?(name, receiver)
      owners = case receiver
               when 'nil', 'true', 'false' then instance_owners(BASIC.fetch(receiver))
               when /\A(?:class|module) (\S+)/ then Object.const_get($1).ancestors.map { |owner| "#{owner}." }
               when /\Aan instance of (\S+)/ then instance_owners($1)
               else []
               end
      owners.any? { |owner| @script['gems'].include?("#{owner}#{name}") }
    rescue NameError
      false
    end

    def instance_owners(class_name)
      Object.const_get(class_name).ancestors.map { |owner| "#{owner}#" }
    end

    # A callee's postcondition belongs to the audit of the callee.
    def problem(report)
      broken = report[:violations].find { |violation| !violation[:assumed] }
      return broken[:message] if broken

      outcome = report[:outcome]
      name = outcome[:className]
      return nil unless OWN_ERRORS.include?(name) && !@script['mayRaise'].include?(name)

      "#{name}: #{outcome[:message]}"
    end
  end
end
