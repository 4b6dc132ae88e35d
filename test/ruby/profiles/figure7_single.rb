# 004, Figure 7, "single": sudokusolver evaluates one string, ostruct sends one name.
#> site: eval single Figure7Single 1
#> site: __send__ single Figure7Single::Box hidden
#> learned: none
module Figure7Single
  PROJECT = 'Figure7Single'
  VERSION = '1.4'
  HIDDEN = :hidden

  class Box
    private

    def hidden = 7
  end

  def self.version = eval("#{PROJECT}::VERSION")

  def self.run = [version, Box.new.__send__(HIDDEN)]
end
