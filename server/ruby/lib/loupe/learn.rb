# frozen_string_literal: true

# Loaded by `loupe learn -- COMMAND` into every Ruby process of the command, before anything else (RUBYOPT). It requires no
# library: before bundler/setup that would activate a version of a gem. This file must load in any Ruby.
unless defined?(::Loupe__Learn) || ENV['LOUPE_LEARN'].nil?
  $LOAD_PATH.delete(File.expand_path('..', File.dirname(__FILE__)))
  if RUBY_ENGINE == 'ruby' && (RUBY_VERSION.split('.').map(&:to_i) <=> [2, 7]) >= 0
    require_relative 'learn/probes'
    require_relative 'learn/values'
    require_relative 'learn/sites'
    require_relative 'learn/shapes'
    require_relative 'learn/trace'
    require_relative 'learn/processes'
    require_relative 'learn/overlay'
    Loupe__Learn.start(ENV['LOUPE_LEARN'])
  else
    begin
      File.open(File.join(ENV['LOUPE_LEARN'], "trace-#{$$}-0"), 'w') do |file|
        file.write("loupe-trace 1\nunsupported\t#{RUBY_ENGINE}\t#{RUBY_VERSION}\nend\n")
      end
    rescue StandardError
      nil
    end
  end
end
