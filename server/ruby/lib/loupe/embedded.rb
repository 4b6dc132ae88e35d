# frozen_string_literal: true

# What the embedded Ruby has loaded before the first program comes.
require 'json'
require 'set'
require 'loupe'
require 'loupe/replay'
require 'loupe/audit'
require 'loupe/hooks'

# There are no processes here; WASI's `system` says true and does nothing.
module Kernel
  def system(*, **) = nil
  def `(command) = raise(Errno::ENOENT, command)
  private :system, :`

  %i[spawn fork exec].each do |name|
    define_method(name) { |*, **| raise NotImplementedError, 'no processes in the embedded Ruby' }
    private name
    [Kernel, Process].each do |place|
      place.define_singleton_method(name) { |*, **| raise NotImplementedError, 'no processes in the embedded Ruby' }
    end
  end
end

def IO.popen(*, **) = raise(NotImplementedError, 'no processes in the embedded Ruby')
