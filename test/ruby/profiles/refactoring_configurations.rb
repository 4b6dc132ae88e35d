# 004, refactoring "non-top-level requires" and "multiple configurations": only one arm runs.
#> site: require file-system RefactoringConfigurations json
#> site: define_method collection RefactoringConfigurations::Writer write
#> learned: none
module RefactoringConfigurations
  def self.backend
    name = %w[json].first
    require name
    name
  rescue LoadError
    require 'yaml'
    'yaml'
  end

  class Writer
    [:write].each do |name|
      if RUBY_VERSION < '2'
        define_method(name) { |value| value.old_write }
      else
        define_method(name) { |value| value.to_s }
      end
    end
  end

  def self.run = [backend, Writer.new.write(3)]
end
