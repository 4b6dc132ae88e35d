# frozen_string_literal: true

# Stands in for `pry` in the embedded Ruby: a suite loads it, but runs the same without it.
