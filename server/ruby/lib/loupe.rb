# frozen_string_literal: true

# Refinement types for Ruby, as annotations that a program can carry wherever it runs.
#
# By default they do nothing and cost nothing. With LOUPE=check in the environment they are enforced: arguments, results and
# fields, including refinements. A violation names who is to blame.
require 'loupe/version'
require 'loupe/annotate'
require 'loupe/violation'
require 'loupe/check' if ENV['LOUPE'] == 'check'
