# frozen_string_literal: true

module Loupe
  class Hooks
    # Rails' inflections, for hooks that need them without Rails: `user_file` <-> `UserFile`, `folders` <-> `folder`. The regular
    # rules and common irregular words; must agree with server/src/program/inflections.ts.
    module Inflections
      IRREGULAR = {
        'person' => 'people', 'man' => 'men', 'child' => 'children', 'sex' => 'sexes', 'move' => 'moves',
        'mouse' => 'mice', 'quiz' => 'quizzes', 'ox' => 'oxen', 'datum' => 'data', 'medium' => 'media',
        'status' => 'statuses', 'alias' => 'aliases', 'bus' => 'buses', 'axis' => 'axes', 'crisis' => 'crises',
        'analysis' => 'analyses', 'movie' => 'movies'
      }.freeze
      SAME = /(\A|_)(equipment|information|rice|money|species|series|fish|sheep|jeans|police|news)\z/

      def self.irregular(text, words)
        from, to = words.find { |word, _| text.match?(%r{(\A|_|/)#{word}\z}) }
        from && (text.delete_suffix(from) + to)
      end

      def camelize = split('/').map { |part| part.split('_').map { |word| word[0, 1].upcase + word[1..].to_s }.join }.join('::')
      alias camelcase camelize

      def underscore
        gsub('::', '/').gsub(/([A-Z\d]+)([A-Z][a-z])/, '\1_\2').gsub(/([a-z\d])([A-Z])/, '\1_\2').tr('-', '_').downcase
      end

      def singularize
        return self if match?(SAME)

        irregular = Inflections.irregular(self, IRREGULAR.invert)
        return irregular if irregular
        return sub(/ies\z/, 'y') if match?(/[^aeiou]ies\z/)
        return sub(/es\z/, '') if match?(/(ss|x|ch|sh)es\z/)

        match?(/[^s]s\z/) ? self[0..-2] : self
      end

      def pluralize
        return self if match?(SAME)

        irregular = Inflections.irregular(self, IRREGULAR)
        return irregular if irregular
        return sub(/y\z/, 'ies') if match?(/[^aeiou]y\z/)

        match?(/(s|x|ch|sh)\z/) ? "#{self}es" : "#{self}s"
      end

      def classify = singularize.camelize
      def tableize = underscore.pluralize
      def demodulize = split('::').last.to_s
      def constantize = Object.const_get(self)
    end
  end
end
