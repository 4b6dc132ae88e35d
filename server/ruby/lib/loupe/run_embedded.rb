# frozen_string_literal: true

# `loupe run` without an installed Ruby: runs a script in the embedded one with its annotations enforced.
require 'json'
require 'stringio'
require 'loupe/check'

module Loupe
  # Returns JSON: the exit status, and what went to standard error.
  def self.run_script(path, args, signatures)
    self.sink = Check.new(signatures && Check::Inferred.new(signatures.lines(chomp: true), nil))
    ARGV.replace(args)
    $PROGRAM_NAME = path
    $stderr = StringIO.new
    status = status_of { load(path) }
    JSON.generate('status' => status, 'errors' => $stderr.string)
  ensure
    $stderr = STDERR
  end

  def self.status_of
    yield
    0
  rescue SystemExit => e
    e.status
  rescue Exception => e # rubocop:disable Lint/RescueException
    $stderr.puts(e.full_message(highlight: false))
    1
  end
  private_class_method :status_of
end
