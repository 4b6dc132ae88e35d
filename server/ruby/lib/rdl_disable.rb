# frozen_string_literal: true

# As in RDL: the annotations are defined and do nothing.
require 'loupe/annotate'
