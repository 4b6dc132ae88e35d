# A module that extends its hosts, and one that evaluates a source in them.
#> site: extend single Hooks::Host Hooks::Macros
#> site: class_eval single Hooks::Host 1
#> learned: Hooks::Host#plugged Hooks::Host.label
module Hooks
  module Macros
    def label = 'host'
  end

  module Plugin
    def self.included(base)
      list = [Macros]
      list.each { |mod| base.extend(mod) }
      base.class_eval('def plugged = 3')
    end
  end

  class Host
    include Plugin
  end

  def self.run = [Host.label, Host.new.plugged]
end
