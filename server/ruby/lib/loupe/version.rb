# frozen_string_literal: true

module Loupe
  VERSION = '0.1.0'
end
