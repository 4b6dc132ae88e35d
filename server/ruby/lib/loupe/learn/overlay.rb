# frozen_string_literal: true

# Loads the rewritten version of workspace files: through `RubyVM::InstructionSequence.load_iseq`, which `require` and `load`
# call, so that names, lines and load paths stay as they are. A file that changed on disk, or whose rewritten version Ruby does
# not compile, is loaded as it is.
module Loupe__Learn
  # In front of any `load_iseq` that the program defines, before or after.
  module Loading
    def load_iseq(path)
      ::Loupe__Learn.load(path) || (defined?(super) ? super : nil)
    end
  end

  # Without locals of probes.
  module Hiding
    def local_variables
      ::Loupe__Learn.visible(super)
    end
  end

  # Positions in rewritten code do not fit the file, so no excerpt of it is added to messages.
  module Highlighting
    def spot(error, *rest, **options)
      ::Loupe__Learn.rewritten?(error) ? nil : super
    end
  end

  COMPILE = ::RubyVM::InstructionSequence.method(:compile)
  READ = ::File.method(:binread)
  REAL = ::File.method(:realpath)

  class << self
    def start(folder)
      @folder = folder
      @start = ::Dir.pwd
      @notes = {}
      @overlays = {}
      @run, @root, *files = READ.call("#{folder}/index").force_encoding('UTF-8').split("\n")
      files.each_with_index { |path, index| @overlays[path] = index }
      restart
      watch_processes
      ::RubyVM::InstructionSequence.singleton_class.prepend(Loading)
      ::Binding.prepend(Hiding)
      ::ErrorHighlight.singleton_class.prepend(Highlighting) if defined?(::ErrorHighlight)
    rescue ::SystemCallError => e
      warn "loupe: nothing is recorded in this process: #{e.message}"
    end

    def load(path)
      return stand_in(path) if path.end_with?('/simplecov.rb')

      real = REAL.call(path)
      index = @overlays[real]
      return unless index
      return note("changed\t#{index}") unless READ.call(real) == READ.call("#{@folder}/#{index}.src")

      COMPILE.call(READ.call("#{@folder}/#{index}.rb").force_encoding('UTF-8'), path, real)
    rescue ::SyntaxError
      note("refused\t#{index}")
    rescue ::SystemCallError, ::ArgumentError
      nil
    end

    # Was the error, or the location, created in a rewritten file?
    def rewritten?(error)
      place = ::Exception === error ? (error.backtrace_locations || []).first : error # rubocop:disable Style/CaseEquality
      place.respond_to?(:absolute_path) && @overlays.key?(place.absolute_path)
    end

    private

    def note(line)
      @notes[line] = true
      nil
    end

    # Rewritten files are invisible to Coverage, so a minimum of coverage would fail the tests.
    def stand_in(path)
      note('coverage')
      COMPILE.call(READ.call("#{__dir__}/stand_ins/simplecov.rb"), path, path)
    end
  end
end
