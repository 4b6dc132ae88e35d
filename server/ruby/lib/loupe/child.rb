# frozen_string_literal: true

require 'json'
require 'loupe'
require 'loupe/replay'
require 'loupe/audit'
require 'loupe/hooks'

module Loupe
  # The counterpart of host/rubySystem.ts: reads one job from standard input and writes its value to file descriptor 3.
  module Child
    RUBYS_OWN = 512

    def self.run
      channel = IO.for_fd(3, 'w')
      job = JSON.parse($stdin.read, max_nesting: false)
      $stdin.reopen(File::NULL)
      limit(job['memoryMb'])
      Workspace.overlay(job['files'])
      value = TOPLEVEL_BINDING.eval(job['source'], '(loupe)').to_s
      channel.write("value #{value}")
    rescue Exception => e # rubocop:disable Lint/RescueException -- the host wants to know, whatever it is
      channel.write("failed #{e.class}: #{e.message.lines.first.to_s.strip}")
    ensure
      channel&.close
      exit! # does not wait for at_exit blocks of the program
    end

    # Ruby itself reserves some hundred megabytes of address space, most of which it never uses.
    def self.limit(megabytes)
      Process.setrlimit(:AS, (megabytes + RUBYS_OWN) << 20) if megabytes
    rescue NotImplementedError, ArgumentError, SystemCallError
      nil # not available here
    end
  end
end
