# frozen_string_literal: true

# Stands in for `byebug` in the embedded Ruby: a suite loads it, but runs the same without it.
