# frozen_string_literal: true

# `loupe run` without an installed Ruby: runs a script in the embedded one with its annotations enforced. The script sees
# what it would see as the main program: its name as given, DATA, blocks of at_exit, the working folder.
require 'json'
require 'stringio'
require 'loupe/check'

module Loupe
  # The exit status so far, and the exception that ended the script.
  Ended = Struct.new(:status, :error)
  private_constant :Ended

  # `shown`: the script as the user named it. Returns JSON: the exit status, and what went to standard error.
  def self.run_script(path, shown, folder, args, signatures)
    self.sink = Check.new(signatures && Check::Inferred.new(signatures.lines(chomp: true), nil))
    ARGV.replace(args)
    $PROGRAM_NAME = shown
    $stderr = StringIO.new
    srand # the image of this Ruby has a fixed seed
    Dir.chdir(folder) if Dir.exist?(folder)
    ends = collect_exit_blocks
    ended = Ended.new(0, nil)
    attempt(ended, folder) { run_main(path, shown) }
    attempt(ended, folder) { run_at_exit(ends.pop, ended.error) } until ends.empty?
    JSON.generate('status' => ended.status, 'errors' => $stderr.string)
  ensure
    $stderr = STDERR
  end

  def self.run_main(path, shown)
    source = File.read(path)
    provide_data(path, source)
    RubyVM::InstructionSequence.compile(source, shown, path).eval
  end

  # What follows `__END__`.
  def self.provide_data(path, source)
    at = source.match(/^__END__\r?\n/)
    return if at.nil?

    Object.const_set(:DATA, File.open(path).tap { |file| file.pos = at.byteoffset(0).last })
  end

  # This Ruby never ends, so it would never run them.
  def self.collect_exit_blocks
    ends = []
    keep = lambda do |*, &block|
      raise ArgumentError, 'called without block' if block.nil?

      ends.push(block)
      block
    end
    Kernel.define_method(:at_exit, &keep)
    Kernel.define_singleton_method(:at_exit, &keep)
    Kernel.send(:private, :at_exit)
    ends
  end

  # In such a block, `$!` is the exception that ended the script.
  def self.run_at_exit(block, error)
    raise error unless error.nil?

    block.call
  rescue Exception => e # rubocop:disable Lint/RescueException
    raise unless e.equal?(error)

    block.call
  end

  def self.attempt(ended, folder)
    yield
  rescue SystemExit => e
    ended.status = e.status
    ended.error = e
  rescue Exception => e # rubocop:disable Lint/RescueException
    $stderr.puts(message_of(e, folder))
    ended.status = 1
    ended.error = e
  end

  # As Ruby prints it, without the frames of Loupe and with the paths of the user.
  def self.message_of(error, folder)
    frames = (error.backtrace || []).take_while { |frame| !frame.start_with?("#{__FILE__}:", 'eval:1:') }
    error.set_backtrace(frames.reject { |frame| frame.start_with?("#{__dir__}/") })
    text = error.is_a?(SyntaxError) ? error.message : error.full_message(highlight: false)
    text.gsub("#{folder}/", '').gsub('/workspace/', '/').gsub('<compiled>', '<main>')
  end
  private_class_method :run_main, :provide_data, :collect_exit_blocks, :run_at_exit, :attempt, :message_of
end
