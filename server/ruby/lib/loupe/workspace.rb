# frozen_string_literal: true

require 'json'

module Loupe
  # Where each workspace file is in this Ruby. The host provides the mapping before a script runs; scripts and results use the
  # host's names.
  module Workspace
    @places = {}
    @names = {}
    @texts = {}

    class << self
      # places: JSON of [[name, path here], ...]; root: the workspace folder here.
      def open(places, root)
        JSON.parse(places).each do |name, path|
          @places[name] = path
          @names[path] = name
        end
        Dir.chdir(root) if Dir.exist?(root)
      end

      # For a Ruby that sees the real disk: overlays the editor's versions on the files.
      def overlay(files)
        texts = @texts = files.to_h { |path, text| [File.expand_path(path), text] }
        files.each { |path, _| @names[@places[path] = File.expand_path(path)] = path }
        RubyVM::InstructionSequence.define_singleton_method(:load_iseq) do |path|
          text = texts[path]
          text && RubyVM::InstructionSequence.compile(text, path, path)
        end
      end

      # Loads it once, whether or not it exists on disk.
      def load(path)
        return if $LOADED_FEATURES.include?(path)
        return path.end_with?('.rb') ? require(path) : Kernel.load(path) unless @texts[path]

        $LOADED_FEATURES << path
        begin
          RubyVM::InstructionSequence.compile(@texts[path], path, path).eval
        rescue LoadError
          $LOADED_FEATURES.delete(path)
          raise
        end
      end

      def path(name) = @places.fetch(name, name)

      def name(path) = @names.fetch(path, path)

      # Loaded workspace files, by the host's names.
      def loaded = @names.filter_map { |path, name| name if $LOADED_FEATURES.include?(path) }

      def known?(path) = @names.key?(path)
    end
  end
end
