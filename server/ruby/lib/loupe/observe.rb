# frozen_string_literal: true

require 'loupe/check'

module Loupe
  # LOUPE=observe, for production: one call in LOUPE_SAMPLE (100) of the annotated methods is compared with its contract. Nothing is
  # raised, and blocks and procs are passed on as they are. Classes and broken contracts are counted and written to a file in
  # LOUPE_OBSERVED (.loupe/observed), one per process, which `loupe learn --merge` reads: names, classes and counts, no values. An error
  # of the observer itself turns it off in this process, and is logged once.
  class Observe < Check
    # Different lines of a process, and their size; others are only counted.
    MOST_LINES = 2000
    MOST_BYTES = 512 << 10
    SECONDS_BETWEEN_WRITES = 10
    CLOCK = Process.method(:clock_gettime)

    def initialize(folder: ENV.fetch('LOUPE_OBSERVED', '.loupe/observed'), sample: ENV.fetch('LOUPE_SAMPLE', '100').to_i)
      super()
      @folder = File.expand_path(folder)
      @sample = [sample, 1].max
      @lock = Mutex.new
      @ticks = 0
      restart
      at_exit { write }
    end

    # The exceptions of the method itself pass through.
    def around(owner, name, receiver, args, keywords, block, place, &original)
      return original.(args, block) if @off || busy? || !due?

      call = Enforce::Call.new(receiver, args, keywords, block, place)
      arm = observing { fitting(owner, name, call) }
      result = original.(args, block)
      observing { note_return(owner, name, call, arm, result) }
      result
    end

    def write
      return if @off || @lines.empty?

      observing { @lock.synchronize { save } }
    end

    private

    # Not exact if threads race, which does not matter for a sample.
    def due?
      (@ticks += 1) % @sample == 0
    end

    def observing
      busy(true)
      yield
    rescue StandardError, SystemStackError, NotImplementedError => e
      @off = true
      warn "loupe: nothing more is observed in this process (#{e.class})"
      nil
    ensure
      busy(false)
    end

    # The signature that accepts the arguments; nil: none does, or there is none.
    def fitting(owner, name, call)
      arms = @contracts.of(owner, name).arms
      return if arms.empty?

      judge = Judge.new(title(owner, name), home(owner, name))
      arm = arms.find { |each| judge.accepts?(each, call) }
      count("broken\t#{title(owner, name)}\tcaller\t#{shown_place(call.place)}\t#{one_line(arms.map(&:text).join('; '))}") unless arm
      arm
    end

    def note_return(owner, name, call, arm, result)
      key = title(owner, name)
      count("call\t#{key}\t#{classes(owner, name, call)}\t#{class_name(result)}")
      return if arm.nil? || Judge.new(key, home(owner, name)).returns?(arm, call, result)

      count("broken\t#{key}\tcallee\t#{shown_place(home(owner, name))}\t#{one_line(arm.text)}")
    end

    # `x=Integer,y=String`, by the names of the parameters.
    def classes(owner, name, call)
      parameters = @originals[[owner, name]].parameters
      positional = parameters.select { |kind, named| %i[req opt].include?(kind) && named }
      given = positional.zip(call.args).first(call.args.size).filter_map { |(_, named), value| "#{named}=#{class_name(value)}" if named }
      keys = parameters.filter_map { |kind, named| named if %i[key keyreq].include?(kind) && call.keywords.key?(named) }
      (given + keys.map { |named| "#{named}=#{class_name(call.keywords[named])}" }).join(',')
    end

    def class_name(value)
      Replay::Values.class_of(value).ancestors.find { |type| type.is_a?(Class) && type.name }&.name || 'BasicObject'
    end

    # Relative to the folder of the process. Other paths may name the user, and those of evaluated code may be any string.
    def shown_place(place)
      path, line = place.to_s.match(/\A(.+):(\d+)\z/)&.captures
      full = File.expand_path(path.to_s)
      root = "#{Dir.pwd}/"
      full.start_with?(root) && File.file?(full) ? one_line("#{full.delete_prefix(root)}:#{line}") : 'elsewhere'
    end

    def one_line(text) = text.gsub(/[[:cntrl:]\s]+/, ' ')

    def count(line)
      @lock.synchronize do
        restart if @process != Process.pid
        add(line)
        save if CLOCK.call(Process::CLOCK_MONOTONIC) - @saved > SECONDS_BETWEEN_WRITES
      end
    rescue ThreadError
      @more += 1 # a signal handler may not lock
    end

    def add(line)
      unless @lines.key?(line)
        return @more += 1 if @lines.size >= MOST_LINES || @bytes + line.bytesize > MOST_BYTES

        @bytes += line.bytesize
      end
      @lines[line] += 1
    end

    # Also after a fork: the child has a file of its own. A container gives the ids of processes anew after each start.
    def restart
      @process = Process.pid
      @name = "#{@process}-#{CLOCK.call(Process::CLOCK_REALTIME, :nanosecond).to_s(36)}.observed"
      @lines = Hash.new(0)
      @bytes = 0
      @more = 0
      @saved = CLOCK.call(Process::CLOCK_MONOTONIC)
    end

    def save
      return if @process != Process.pid

      Observe.make_folder(@folder)
      path = "#{@folder}/#{@name}"
      text = ['loupe-observed 1', *@lines.map { |line, times| "#{line}\t#{times}" }, "more\t#{@more}", 'end', ''].join("\n")
      File.write("#{path}.part", text, mode: 'wb')
      File.rename("#{path}.part", path)
      @saved = CLOCK.call(Process::CLOCK_MONOTONIC)
    end

    def self.make_folder(path)
      return if Dir.exist?(path)

      make_folder(File.dirname(path))
      Dir.mkdir(path, 0o700)
    rescue Errno::EEXIST
      nil
    end

    # Asks the questions of a contract without raising.
    class Judge < Enforce
      def accepts?(arm, call) = problem(arm, call).nil?

      def returns?(arm, call, result)
        result_fits?(arm, call, result) && sealed_in?(arm, call, result)
      end
    end
  end
end

Loupe.sink = Loupe::Observe.new
