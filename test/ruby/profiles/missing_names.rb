# 004, Figure 1 (e): calls that `method_missing` answers.
#> site: method_missing open MissingNames::Table size size=
#> learned: MissingNames::Table#size MissingNames::Table#size=
module MissingNames
  class Table
    def initialize
      @table = {}
    end

    def method_missing(mid, *args)
      name = mid.to_s
      return @table[name.chop] = args[0] if name.end_with?('=')
      return @table[name] if args.empty?

      raise NoMethodError, "undefined method #{name}"
    end

    def respond_to_missing?(_mid, _all = false) = true
  end

  def self.run
    table = Table.new
    table.size = 3
    table.size
  end
end
