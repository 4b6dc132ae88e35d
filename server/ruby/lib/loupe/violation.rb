# frozen_string_literal: true

module Loupe
  # A contract that was broken at run time, and who is to blame.
  class Violation < TypeError
    # :caller or :callee; blamed: "file:line" of the call or of the method.
    attr_reader :blames, :blamed, :method_name

    def initialize(method_name, blames, blamed, what)
      @method_name = method_name
      @blames = blames
      @blamed = blamed
      who = blames == :caller ? 'its caller' : 'the method itself'
      super("#{method_name}: #{what}; #{who} is to blame (#{blamed || 'unknown place'})")
      set_backtrace(caller.reject { |line| line.start_with?(__dir__) })
    end
  end

  # Dynamic code did what no recorded run did, and would break what was checked. `site`: "file:line" of the call that ran it.
  class Blame < TypeError
    attr_reader :site, :method_name

    def initialize(method_name, site, done)
      @method_name = method_name
      @site = site
      super("#{site}: blame: this #{done} #{method_name}, which was checked; no recorded run did that here")
      set_backtrace(caller.reject { |line| line.start_with?(__dir__) })
    end
  end
end
