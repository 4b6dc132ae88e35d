# frozen_string_literal: true

# RDL's types of the core library; Loupe brings its own.
