# frozen_string_literal: true

# What the embedded Ruby has loaded before the first program comes.
require 'json'
require 'set'
require 'loupe'
require 'loupe/replay'

# There are no processes here; WASI's `system` says true and does nothing.
module Kernel
  def system(*) = nil
  def spawn(*) = raise(NotImplementedError, 'no processes in the embedded Ruby')
  def fork = raise(NotImplementedError, 'no processes in the embedded Ruby')
  def exec(*) = raise(NotImplementedError, 'no processes in the embedded Ruby')
  def `(command) = raise(Errno::ENOENT, command)
  private :system, :spawn, :fork, :exec, :`
end
