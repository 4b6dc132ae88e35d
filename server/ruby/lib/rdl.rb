# frozen_string_literal: true

# A drop-in replacement for RDL: programs that `require 'rdl'` run unchanged.
require 'loupe'
