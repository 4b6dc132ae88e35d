# frozen_string_literal: true

require 'json'

module Loupe
  # Which workspace file stands where in this Ruby. The host says so before a script runs; scripts and their results
  # name files as the host knows them.
  module Workspace
    @places = {}
    @names = {}

    class << self
      # places: JSON of [[name, path here], ...]; root: the workspace folder here.
      def open(places, root)
        JSON.parse(places).each do |name, path|
          @places[name] = path
          @names[path] = name
        end
        Dir.chdir(root) if Dir.exist?(root)
      end

      def path(name) = @places.fetch(name, name)

      def name(path) = @names.fetch(path, path)

      def known?(path) = @names.key?(path)
    end
  end
end
