# frozen_string_literal: true

# Refinement types for Ruby, as annotations that a program can carry wherever it runs.
#
# By default they do nothing and cost nothing. With LOUPE=check in the environment they are enforced: arguments, results and
# fields, including refinements. A violation names who is to blame. LOUPE=check,infer also compares calls with inferred
# signatures, and logs what contradicts them. With LOUPE=observe a sample of the calls is compared with the annotations, nothing is
# raised, and what was seen is written to a file.
require 'loupe/version'
require 'loupe/annotate'
require 'loupe/violation'
require 'loupe/check' if ENV['LOUPE'].to_s.split(',').include?('check')
require 'loupe/observe' if ENV['LOUPE'] == 'observe'
