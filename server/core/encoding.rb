class Encoding
  label :ascii_compatible?, :dummy?, :name, :names, :to_s, :inspect, modifies: {}, raises: []

  class << self
    label :aliases, :list, :name_list, :default_external, :default_internal, :compatible?, modifies: {}
  end
end

class Thread::Backtrace::Location
  label :path, :absolute_path, :lineno, :label, :base_label, :to_s, :inspect, modifies: {}, raises: []
end
