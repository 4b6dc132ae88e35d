# frozen_string_literal: true

begin
  require 'coverage'
rescue LoadError
  nil # then no branches are reported
end

module Loupe
  module Replay
    # The direction of each `if` in a file, by Ruby's branch coverage. Lines are zero-based, columns are bytes.
    module Branches
      KINDS = %i[if unless].freeze

      class << self
        # Must be called before the files are loaded.
        def watch
          Coverage.start(branches: true) if defined?(Coverage) && !Coverage.running?
        end

        def counts(path)
          return {} unless defined?(Coverage) && Coverage.running?

          Coverage.peek_result.dig(path, :branches) || {}
        end

        # Conditions that were only true, or only false, since then.
        def since(before, path)
          counts(path).filter_map do |branch, ways|
            kind, _, *place = branch
            next unless KINDS.include?(kind)

            taken = ways.filter_map { |way, count| way[0] if count > (before.dig(branch, way) || 0) }
            next unless taken.size == 1

            { from: [place[0] - 1, place[1]], to: [place[2] - 1, place[3]], held: (taken[0] == :then) == (kind == :if) }
          end
        end
      end
    end
  end
end
