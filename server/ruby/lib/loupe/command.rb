# frozen_string_literal: true

module Loupe
  # The command line, which is a program for Node that the gem contains: `exe/loupe`, the Rake task and the Rails generator start it.
  module Command
    NEEDED = 20
    PRODUCT = File.expand_path('../../product/bin/loupe.js', __dir__)

    # No usable Node.
    class Missing < StandardError; end

    module_function

    # Replaces this process.
    def exec(words)
      Kernel.exec(node, PRODUCT, *words)
    rescue Missing => e
      warn "loupe: #{e.message}"
      exit 2
    end

    # Whether it ended with status 0.
    def run(*words)
      Kernel.system(node, PRODUCT, *words) || false
    end

    # The Node to use: LOUPE_NODE, otherwise the one on the PATH.
    def node
      name = ENV.fetch('LOUPE_NODE', 'node')
      version = version_of(name)
      raise Missing, "Node #{NEEDED} or later is needed, and `#{name}` was not found. Install it (https://nodejs.org), or set LOUPE_NODE." unless version
      raise Missing, "Node #{NEEDED} or later is needed, but `#{name}` is #{version}. LOUPE_NODE can name another one." if version.to_i < NEEDED

      name
    end

    # "22.4.0"; nil if it does not run.
    def version_of(name)
      IO.popen([name, '--version'], err: File::NULL, &:read)[/\Av(\d+\.\d+\.\d+)/, 1]
    rescue SystemCallError
      nil
    end
  end
end
