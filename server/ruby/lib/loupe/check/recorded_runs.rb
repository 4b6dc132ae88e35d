# frozen_string_literal: true

module Loupe
  class Check
    # What `.loupe/profile.json` says about dynamic calls: by file, the sources that they evaluated and the names that they defined.
    # It is read when a file of the workspace first evaluates a source, and parsed, never evaluated.
    class RecordedRuns
      FILE = File.join('.loupe', 'profile.json')
      MOST_BYTES = 64 << 20

      # Nil: there is no profile.
      def self.in(folder)
        path = File.join(folder, FILE)
        new(folder, path) if File.file?(path) && File.size(path) <= MOST_BYTES
      end

      def initialize(folder, path)
        @root = "#{File.realpath(folder)}/"
        @path = path
      end

      # Whether runs recorded this file. Files that changed since then count only if their sources are the same.
      def recorded?(path) = path.start_with?(@root) && files.include?(path.delete_prefix(@root))

      # `lib/a.rb:3`
      def show(path, line) = "#{path.delete_prefix(@root)}:#{line}"

      # Whether runs evaluated this source in this file. True if that is not known: values were left out.
      def source?(path, source)
        known = sources[path.delete_prefix(@root)] or return false
        known.include?(nil) || known.include?(source) || known.any? { |each| same_words?(each, source) }
      end

      # The names that the dynamic definition in this line gave; nil: there is none, or that is not known.
      def names_defined(path, line)
        uses = definitions[[path.delete_prefix(@root), line]]
        uses unless uses.nil? || uses.include?(nil) || File.mtime(path) > File.mtime(@path)
      rescue SystemCallError
        nil
      end

      private

      def files = @files ||= (entries('methods') + entries('sites')).map { |entry| entry['path'] }.uniq

      def sources
        @sources ||= entries('sites').select { |site| site['kind'] == 'eval' }.group_by { |site| site['path'] }
                                     .transform_values { |sites| sites.flat_map { |site| values(site) } }
      end

      def definitions
        @definitions ||= entries('sites').select { |site| site['kind'] == 'define' }.group_by { |site| [site['path'], site['line'].to_i + 1] }
                                         .transform_values { |sites| sites.flat_map { |site| values(site) } }
      end

      # Nil stands for values that were not recorded or not kept.
      def values(site)
        found = Array(site['uses']).map { |use| use[2] if use.is_a?(Array) && use[2].is_a?(String) }
        site['more'] ? found << nil : found
      end

      def entries(section) = Array(profile[section]).select { |entry| entry.is_a?(Hash) && entry['path'].is_a?(String) }

      def profile
        @profile ||= begin
          require 'json'
          read = JSON.parse(File.read(@path, encoding: 'UTF-8'), max_nesting: 20)
          read.is_a?(Hash) && read['schema'] == 1 ? read : {}
        end
      rescue JSON::ParserError, SystemCallError, EncodingError
        warn "loupe: #{FILE} cannot be read, so it is not used"
        @profile = {}
      end

      # The profile has no comments, and may have `"#{$0}"` in place of a string.
      def same_words?(one, source) = one.is_a?(String) && words(one) == words(source)

      def words(source)
        require 'ripper'
        kept = Ripper.lex(source).filter_map do |_, kind, text|
          next if %i[on_comment on_sp on_nl on_ignored_nl on_tstring_content].include?(kind)

          %i[on_tstring_beg on_tstring_end].include?(kind) ? '"' : text
        end
        kept.join(' ').gsub('#{ $0 }', '').squeeze(' ')
      end
    end
  end
end
