# frozen_string_literal: true

# Compares files with their rewritten versions: both must compile without new warnings, and the rewritten one, with its
# probes erased from Ruby's own syntax tree, must be the original. Usage: erase_probes.rb INDEX, whose lines are
# "original<TAB>rewritten"; prints one line per difference.
require 'ripper'
require 'stringio'

class Erasure
  NOTHING = [:var_ref, [:@kw, 'nil']].freeze

  def self.of(source)
    tree = Ripper.sexp(source)
    tree && new.node(tree)
  end

  # A tree without positions, parentheses, empty statements and probes.
  def node(tree)
    return tree unless tree.is_a?(Array)
    return list(tree) unless tree.first.is_a?(Symbol)
    return [tree[0], tree[1]] if tree.first.to_s.start_with?('@')

    made = tree.map { |each| node(each) }
    case made.first
    when :var_ref then made[1] == [:@ident, 'local_variables'] ? [:vcall, made[1]] : made
    when :paren then made[1].is_a?(Array) && made[1].empty? ? NOTHING : single(made[1])
    when :begin then made[1].is_a?(Array) && made[1].first == :bodystmt && made[1][2..].compact.empty? ? single(made[1][1]) : made
    when :bodystmt then unwrap(body(made))
    when :ifop then condition(made)
    when :else then made[1].empty? ? nil : made
    when :return then returned(made)
    when :return0 then [:return, nil]
    when :method_add_arg then hidden(made) || used(made) || made
    when :call, :command_call then received(made)
    # The one argument is a call without parentheses.
    when :args_add_block then made[1].is_a?(Array) && made[1].size == 1 && %i[command command_call].include?(made[1][0][0]) ? made[1] : made
    else made
    end
  end

  private

  # Statements, arguments, parameters.
  def list(tree)
    made = tree.map { |each| node(each) }
    kept = made.reject { |each| each == [:void_stmt] || mark?(each) }
    return value(kept) if probe?(kept, 'b') || probe?(kept, 'p')

    return [[:return, nil]] if kept.size == 3 && kept[0][0] == :assign && local(kept[0][1]) == 'v' && kept[2] == [:return, nil]

    # An empty arm gets its value, nil.
    kept == [NOTHING] ? [] : kept
  end

  def mark?(tree) = tree.is_a?(Array) && tree.first == :opassign && local(tree[1]) == 'd'

  # `b=(r);b`, `p=1;(e)`
  def probe?(list, name) = list.size == 2 && list[0].is_a?(Array) && list[0].first == :assign && local(list[0][1]) == name

  def value(list) = local(list[0][1]) == 'b' ? [list[0][2]] : [list[1]]

  # The letter of a probe's local.
  def local(tree)
    tree = tree[1] if tree.is_a?(Array) && %i[var_field var_ref].include?(tree.first)
    tree.is_a?(Array) && tree.first == :@ident ? tree[1][/\A__loupe_([a-z])\d*\z/, 1] : nil
  end

  def single(tree) = tree.is_a?(Array) && tree.size == 1 && tree.first.is_a?(Array) ? tree.first : tree

  # `(c) ? (true) : (false)`, `(b=(a)) ? b : b`
  def condition(made)
    _, test, yes, no = made
    return test[2] if test.is_a?(Array) && test.first == :assign && local(test[1]) == 'b' && local(yes) == 'b'
    return test if yes == [:var_ref, [:@kw, 'true']] && no == [:var_ref, [:@kw, 'false']]

    made
  end

  # `return (v=(e);o=1;v)`
  def returned(made)
    args = made[1]
    args = args[1] if args.is_a?(Array) && args.first == :args_add_block
    inner = args.is_a?(Array) && args.size == 1 ? args.first : args
    if inner.is_a?(Array) && inner.size == 3 && inner[0].is_a?(Array) && inner[0].first == :assign && local(inner[0][1]) == 'v'
      return [:return, plain(inner[0][2])]
    end

    [:return, plain(args)]
  end

  # A list of values is an array, pairs are a hash.
  def plain(tree)
    tree = tree.first if tree.is_a?(Array) && tree.size == 1 && tree.first.is_a?(Array)
    tree = tree[1] if tree.is_a?(Array) && tree.first == :array && tree[1] && (tree[1].size > 1 || tree[1].first.is_a?(Symbol))
    return nil if tree == NOTHING || tree == []

    tree = [:bare_assoc_hash, tree[1][1]] if tree.is_a?(Array) && tree.first == :hash && tree[1].is_a?(Array)
    tree
  end

  # The body of a method: `k=…;v=o=nil;d=…;begin;v=(body);o=1;v;ensure;…;end`
  def body(made)
    # The body of an endless method is not a list.
    made[1] = made[1] == [] || made[1].first.is_a?(Array) ? made[1] : [made[1]]
    statements = made[1]
    return empty(made) unless statements.is_a?(Array) && statements[0].is_a?(Array) && statements[0].first == :assign && local(statements[0][1]) == 'k'

    frame = statements.last
    inner = frame[1][1]
    first = inner.first
    kept = first.is_a?(Array) && first.first == :assign && local(first[1]) == 'v' ? first[2] : inner
    kept = kept[1] if kept.is_a?(Array) && kept.first == :begin
    kept = single(kept) if kept.is_a?(Array) && kept.size == 1
    return kept if kept.is_a?(Array) && kept.first == :bodystmt

    kept = [] if kept == NOTHING
    [:bodystmt, kept.first.is_a?(Symbol) ? [kept] : kept, nil, nil, nil]
  end

  # A body that is one `begin … rescue … end` is a body with these clauses.
  def unwrap(made)
    only = made[1].is_a?(Array) && made[1].size == 1 && made[2..-1].compact.empty? ? made[1].first : nil
    only.is_a?(Array) && only.first == :begin && only[1].is_a?(Array) && only[1].first == :bodystmt ? only[1] : made
  end

  # `def m; L.x(…);nil end`
  def empty(made)
    call = made[1].is_a?(Array) ? made[1].first : nil
    recorded = call.is_a?(Array) && call.first == :method_add_arg && call.flatten.include?('Loupe__Learn')
    recorded ? [:bodystmt, [], nil, nil, nil] : made
  end

  # `L.s(1,:send,r,(e),r)`
  def used(made)
    call = made[1]
    return unless call.is_a?(Array) && call[1] == [:top_const_ref, [:@const, 'Loupe__Learn']] && %w[s l].include?(call[3][1])

    made[2][1][1][3]
  end

  # `(b=(r)).send`
  def received(made)
    receiver = made[1]
    receiver.is_a?(Array) && receiver.first == :assign && local(receiver[1]) == 'b' ? [made[0], receiver[2], *made[2..-1]] : made
  end

  def hidden(made)
    made.flatten.include?('visible') && made.flatten.include?('Loupe__Learn') ? [:vcall, [:@ident, 'local_variables']] : nil
  end
end

def compile(source, path)
  saved, $stderr = $stderr, StringIO.new
  RubyVM::InstructionSequence.compile(source, path, path)
  [nil, $stderr.string.lines]
rescue SyntaxError, ArgumentError => e
  [e.message.lines.first.to_s, []]
ensure
  $stderr = saved
end

$VERBOSE = true
count = 0
File.readlines(ARGV.fetch(0), chomp: true).each do |line|
  path, other = line.split("\t")
  original, rewritten = [path, other].map { |each| File.binread(each).force_encoding('UTF-8') }
  failure, warnings = compile(original, path)
  next if failure # needs another version of Ruby

  count += 1
  refused, more = compile(rewritten, path)
  if refused then puts "#{path}: #{refused}"
  elsif (more - warnings).any? then puts "#{path}: warns #{(more - warnings).first}"
  else
    a, b = [original, rewritten].map { |each| Erasure.of(each) }
    puts "#{path}: differs from #{other}" unless a == b
  end
end
puts "#{count} files"
