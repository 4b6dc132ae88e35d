# 004, refactoring "non-top-level requires": a library that only one method needs, or only some systems have.
#> learned: none
module RefactoringRequires
  def self.encode(value)
    require 'json'
    JSON.generate(value)
  end

  def self.distinct(list)
    require 'set' unless defined?(Set)
    Set.new(list).size
  end

  def self.open
    require 'a_library_that_no_system_has'
    ALibrary.open
  rescue LoadError
    :without
  end

  def self.run = [encode([1, nil]), distinct([1, 1, 2]), open]
end
