# frozen_string_literal: true

require 'rails/railtie'

module Loupe
  # `rake loupe:check` and `rails generate loupe:install` in a Rails application.
  class Railtie < Rails::Railtie
    rake_tasks { require 'loupe/rake_task' }
    generators { require 'loupe/generators/install' }
  end
end
