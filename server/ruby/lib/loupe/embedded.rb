# frozen_string_literal: true

# What the embedded Ruby has loaded before the first program comes.
require 'json'
require 'set'
require 'loupe/workspace'
