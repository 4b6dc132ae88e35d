# frozen_string_literal: true

# Stands in for `bundler/setup` in the embedded Ruby: a suite loads it, but runs the same without it.
