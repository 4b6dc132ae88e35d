# frozen_string_literal: true

# Programs that `require 'sorbet-runtime'` run here without the gem.
require 'loupe/sorbet'
