# frozen_string_literal: true

require 'rails/generators'
require 'loupe/command'

module Loupe
  module Generators
    # `rails generate loupe:install`: settings, a binstub, and a step of `bin/ci` where there is one (Rails 8.1). Existing files are kept.
    class InstallGenerator < Rails::Generators::Base
      desc 'Writes .loupe.yml and bin/loupe, and adds a step to config/ci.rb.'

      STEP = %(  step "Types: Loupe", "bin/loupe check"\n)
      BINSTUB = <<~RUBY
        #!/usr/bin/env ruby
        require "bundler/setup"
        load Gem.bin_path("loupe", "loupe")
      RUBY

      def write_settings
        return say_status(:exist, '.loupe.yml') if File.exist?(File.join(destination_root, '.loupe.yml'))

        inside { Command.run('init') }
      rescue Command::Missing => e
        say_status(:skip, ".loupe.yml: #{e.message}", :red)
      end

      def write_binstub
        return say_status(:exist, 'bin/loupe') if File.exist?(File.join(destination_root, 'bin/loupe'))

        create_file('bin/loupe', BINSTUB)
        chmod('bin/loupe', 0o755)
      end

      def add_step
        path = File.join(destination_root, 'config/ci.rb')
        return unless File.exist?(path) && !File.read(path).include?('bin/loupe')

        insert_into_file('config/ci.rb', STEP, after: /^CI\.run do.*\n/)
      end
    end
  end
end
