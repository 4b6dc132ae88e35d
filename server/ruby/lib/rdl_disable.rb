# frozen_string_literal: true

# As in RDL: the annotations are there and do nothing.
require 'loupe/annotate'
