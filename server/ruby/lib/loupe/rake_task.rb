# frozen_string_literal: true

# `require 'loupe/rake_task'` in a Rakefile: `rake loupe:check`, or `rake "loupe:check[lib app]"`. With Rails it is there already.
require 'rake'
require 'loupe/command'

namespace :loupe do
  desc 'Check types and contracts with Loupe'
  task :check, [:paths] do |_task, arguments|
    Loupe::Command.run('check', *arguments[:paths].to_s.split) || abort('loupe: check failed')
  rescue Loupe::Command::Missing => e
    abort("loupe: #{e.message}")
  end
end
