# frozen_string_literal: true

# `npm run gem` builds it: the command line (`product/`) and the library for Ruby 2.7 are prepared first.
require_relative 'lib/loupe/version'

raise 'product/ is missing: build the gem with `npm run gem`' unless File.directory?(File.join(__dir__, 'product'))

Gem::Specification.new do |spec|
  spec.name = 'loupe'
  spec.version = Loupe::VERSION
  spec.summary = 'Refinement types for Ruby: proofs, and counterexamples that were really run'
  spec.description = 'Checks types and contracts of Ruby programs on the command line and in editors (needs Node), and at run time with LOUPE=check.'
  spec.authors = ['Loupe']
  spec.license = 'MIT'
  spec.homepage = 'https://github.com/loupe-ruby/loupe'
  spec.required_ruby_version = '>= 2.7'
  spec.files = Dir.chdir(__dir__) { Dir['{exe,lib,product}/**/*'].select { |path| File.file?(path) } + %w[README.md LICENSE] }
  spec.bindir = 'exe'
  spec.executables = ['loupe']
  spec.require_paths = ['lib']
  spec.metadata = { 'rubygems_mfa_required' => 'true' }
end
