# frozen_string_literal: true

# RDL's types of the core library; Loupe has its own.
