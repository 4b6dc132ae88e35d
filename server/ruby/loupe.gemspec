# frozen_string_literal: true

require_relative 'lib/loupe/version'

Gem::Specification.new do |spec|
  spec.name = 'loupe'
  spec.version = Loupe::VERSION
  spec.summary = 'Refinement types for Ruby, at run time'
  spec.description = 'Annotations of refinement types as plain methods: free by default, enforced with LOUPE=check.'
  spec.authors = ['Loupe']
  spec.license = 'MIT'
  spec.required_ruby_version = '>= 3.0'
  spec.files = Dir['lib/**/*.rb'] + %w[README.md]
  spec.require_paths = ['lib']
end
