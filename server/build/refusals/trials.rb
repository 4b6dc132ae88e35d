# Which argument classes does each method always refuse? Calls every method of samples.rb with every value in every position,
# with other arguments and receivers varied, with and without a block. A class is refused in a position if every call with
# it raises exactly TypeError, NoMethodError or ArgumentError, while some class is accepted there. A call that returns, or
# that raises anything else, accepts.
module Trials
  ERRORS = [TypeError, NoMethodError, ArgumentError].freeze
  MOST_STEPS = 30
  MOST_ARGUMENTS = 3
  # A method that takes so many arguments takes any number.
  UNLIMITED = 9
  MOST_CONTEXTS = 12
  BLOCKS = [nil, proc { |*given| Trials.stop_endless; given.first }].freeze
  # Classes that are combined to find contexts for several arguments, by their number.
  COMBINED = {
    2 => %w[NilClass Integer String Symbol Array Hash Range Regexp Proc Class Float].freeze,
    3 => %w[NilClass Integer String Symbol Array Hash].freeze
  }.freeze

  # An object that logs which methods Ruby looks for in it. It has those of Object and no other.
  class Probe
    LOG = []
    kept = %i[__send__ __id__ object_id initialize method_missing respond_to_missing? singleton_method_added instance_eval instance_exec]
    (Object.instance_methods + Object.private_instance_methods - kept).each do |name|
      next if Object.instance_method(name).source_location&.first&.include?("loupe")
      define_method(name) { |*args, **options, &block| LOG << name; super(*args, **options, &block) }
    end
    private def method_missing(name, *) = (LOG << name; super)
    private def respond_to_missing?(name, *) = (LOG << name; false)
  end

  # Blocks belong to the trials: an endless iteration ends here.
  def self.stop_endless = (@steps += 1) > MOST_STEPS && raise(StopIteration, "endless")

  # The error if the call is refused; nil: accepted.
  def self.call(receiver, name, args, block)
    @steps = 0
    receiver.call.__send__(name, *args, &block)
    nil
  rescue SystemExit, NoMemoryError, ScriptError, StandardError, SystemStackError => error
    ERRORS.include?(error.class) ? error : nil
  rescue Exception # a jump, or a deadlock of queues
    nil
  end

  # The least and the most arguments that are not always wrong; nil: any number.
  def self.counts(receivers, name, arity)
    return [arity, arity] if arity >= 0
    possible = (-arity - 1..UNLIMITED).reject { |count| wrong_count?(receivers, name, count) }
    [possible.min || 0, possible.max == UNLIMITED ? nil : possible.max]
  end

  def self.wrong_count?(receivers, name, count)
    %w[Integer String NilClass].product(BLOCKS, receivers.first(2)).all? do |given, block, receiver|
      error = call(receiver, name, Array.new(count) { Samples::VALUES[given].first.call }, block)
      error.instance_of?(ArgumentError) && error.message.start_with?("wrong number of arguments (given #{count}")
    end
  end

  # By position, what is around an argument that is accepted: [receiver, block, other arguments].
  def self.contexts(receivers, name, count, own)
    return [receivers.product(BLOCKS).map { |receiver, block| [receiver, block, [nil]] }] if count == 1
    pool = (COMBINED.fetch(count) | [own]).filter_map { |given| Samples::VALUES[given]&.first }
    found = Array.new(count) { {} }
    pool.product(*[pool] * (count - 1)) do |chosen|
      receivers.first(2).product(BLOCKS) do |receiver, block|
        next if call(receiver, name, chosen.map(&:call), block)
        found.each_with_index { |each, at| each[[receiver, block, chosen.each_with_index.map { |value, i| value unless i == at }]] = true }
      end
    end
    found.map { |each| each.keys.each_slice([(each.size / MOST_CONTEXTS.to_f).ceil, 1].max).map(&:first) }
  end

  def self.trial(receivers, name, count, own)
    contexts(receivers, name, count, own).each_with_index.map do |contexts, position|
      outcomes = Samples::VALUES.keys.to_h { |given| [given, errors(contexts, name, position, given)] }
      refused = outcomes.compact
      # Refused in all contexts, whatever it is: then it is not the argument.
      next nil if contexts.empty? || refused.empty? || refused.size == outcomes.size
      { refused: refused, asked: asked(contexts, name, position) }
    end
  end

  # Nil: accepted once. Else the classes of the errors, and the message if it is always the same but for the value.
  def self.errors(contexts, name, position, given)
    classes = {}
    messages = {}
    contexts.each_with_index do |(receiver, block, others), index|
      Samples::VALUES[given].each do |value|
        args = others.map { |other| (other || value).call }
        error = call(receiver, name, args, block) or return nil
        classes[error.class.name] = true
        messages[generalise(error.message, args[position])] = true if index == 0
      end
    end
    { errors: classes.keys.sort, message: messages.size == 1 ? messages.keys.first : nil }
  end

  # The message with {} for what it says about the value.
  def self.generalise(message, value)
    [value.class.name, value.inspect].compact.uniq.reduce(message.lines.first.to_s.chomp) do |text, shown|
      text.gsub(/(?<![\w:])#{Regexp.escape(shown)}(?![\w:])/, "{}")
    end
  rescue StandardError
    message
  end

  def self.asked(contexts, name, position)
    Probe::LOG.clear
    contexts.each { |receiver, block, others| call(receiver, name, others.map { |other| other ? other.call : Probe.new }, block) }
    Probe::LOG.uniq.map(&:to_s).sort
  end

  # By method: what is refused, by number of arguments and position. `skipped`: of the methods with a
  # signature, whether they reach outside of the program. Writers come last: what they store in a module
  # (`JSON.load_default_options = 1`) must not change what other methods refuse.
  def self.rows(receivers, own, prefix, names, skipped)
    names.sort.partition { |name| !name.end_with?("=") }.flatten.filter_map do |name|
      method = begin
        receivers.first.call.method(name)
      rescue NameError
        next
      end
      next unless may_call?(method, key_of(method, name), skipped)
      $stderr.write("\u0001step #{prefix}#{name}\n")
      least, most = counts(receivers, name, method.arity)
      trials = ([least, 1].max..[most || UNLIMITED, MOST_ARGUMENTS].min).to_h { |count| [count, trial(receivers, name, count, own)] }
      { key: prefix + name.to_s, least: least, most: most, trials: trials }
    end
  end

  COMMON = [Object, Kernel, BasicObject].freeze

  # What a function without a signature does is unknown.
  def self.may_call?(method, key, skipped)
    return false if method.source_location&.first&.include?("loupe") || Samples::UNTRIED.key?(key)
    COMMON.include?(method.owner) ? skipped[key] == false : !skipped[key]
  end

  def self.key_of(method, name)
    owner = method.owner
    owner.singleton_class? ? "#{owner.attached_object.inspect}.#{name}" : "#{owner.name}##{name}"
  end

  # Public methods of the class, without those of every object; of Object itself all, with its private functions.
  def self.instance_rows(class_name, skipped)
    type = Object.const_get(class_name)
    names = type == Object ? type.instance_methods + type.private_instance_methods : type.public_instance_methods
    names = names.reject { |name| COMMON.include?(type.instance_method(name).owner) } unless type == Object
    rows(Samples::RECEIVERS.fetch(class_name), class_name, "#{class_name}#", names, skipped)
  end

  def self.object_rows(name, skipped)
    object = Object.const_get(name)
    names = object.singleton_methods(false)
    names |= [:new] if object.is_a?(Class) && object.respond_to?(:new)
    rows([-> { object }], name, "#{name}.", names, skipped)
  end

  def self.answer(rows) = JSON.generate({ samples: Samples::VALUES.map { |name, values| [name, values.size] }, rows: rows })

  def self.subjects = JSON.generate([Samples::RECEIVERS.keys, Samples::OBJECTS])
end
