# frozen_string_literal: true

# What the embedded Ruby loads before the first program.
require 'json'
require 'set'
require 'loupe'
require 'loupe/replay'
require 'loupe/audit'
require 'loupe/hooks'

# There are no processes here; WASI's `system` returns true and does nothing.
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

# There are no threads either; the original error message would mention a function of WASI.
def Thread.new(*) = raise(NotImplementedError, 'no threads in the embedded Ruby')
def Thread.start(*) = new
def Thread.fork(*) = new

# JavaScript is outside of this Ruby and not accessible to programs: as in any other Ruby, there is no such library.
Object.prepend(Module.new do
  def require(name)
    return super unless name.to_s.match?(%r{\Ajs(/|\z)})

    raise LoadError.new("cannot load such file -- #{name}").tap { |error| error.instance_variable_set(:@path, name.to_s) }
  end
  private :require
end)
