# frozen_string_literal: true

# A drop-in for RDL: programs that say `require 'rdl'` run unchanged.
require 'loupe'
