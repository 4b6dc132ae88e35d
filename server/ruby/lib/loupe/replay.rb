# frozen_string_literal: true

require 'json'
require 'loupe/replay/attempt'
require 'loupe/replay/search'

module Loupe
  # Runs a counterexample: loads the files, builds receiver and arguments, evaluates the precondition, calls the method with
  # traced lines, and evaluates the postcondition. Input and output are JSON.
  module Replay
    def self.run(json)
      script = JSON.parse(json, max_nesting: false)
      target = Target.new(script)
      JSON.generate(Attempt.new(target, script).report, max_nesting: false)
    rescue CouldNotRun, Builder::Impossible => e
      JSON.generate(kind: 'could-not-run', why: e.message)
    end

    # The index of the first alternative that breaks the same clause, or -1.
    def self.search(json)
      Search.new(JSON.parse(json, max_nesting: false)).call
    rescue CouldNotRun
      -1
    end
  end
end
