# 004, refactoring "calls to method_missing never seen": `later` is called nowhere in a run, and no error is reported.
#> site: method_missing open RefactoringMissing::Proxy first
#> site: __send__ open Array first
#> learned: RefactoringMissing::Proxy#first
module RefactoringMissing
  class Proxy
    def initialize(list) = @list = list

    def method_missing(name, *args) = @list.__send__(name, *args)

    def respond_to_missing?(name, all = false) = @list.respond_to?(name, all)
  end

  def self.unused = Proxy.new([1]).later

  def self.run = Proxy.new([3, 4]).first
end
