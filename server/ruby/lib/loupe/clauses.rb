# frozen_string_literal: true

require 'loupe/entry_copy'
require 'loupe/predicate'

module Loupe
  # One conjunct of a contract: its id, its source and the author's words for messages, and its predicate.
  class Clause
    attr_reader :id, :kind, :text, :message

    def self.read(list) = (list || []).map { |item| new(**item.transform_keys(&:to_sym)) }

    # param: its parameter; the clause is ignored for a call that omits it.
    # kind: 'stated' by the user, or implied by a type.
    def initialize(id:, text:, data:, kind: 'stated', param: nil, message: nil)
      @id = id
      @kind = kind
      @text = text
      @param = param
      @message = message
      @outcome = Predicate.outcome?(data)
      @olds = Predicate.olds(data)
      @test = Predicate.compile(data)
    rescue Predicate::Unsupported => e
      @problem = e.message
    end

    # Whether it applies to exceptional exits as well.
    def outcome? = @outcome

    # Evaluates old(e) on entry, by number. Containers are copied, so that their contents are those on entry.
    def remember(scope, into)
      @olds&.each { |number, predicate| into[[@id, number]] = EntryCopy.of(predicate.(scope)) }
    rescue StandardError => e
      into[[@id, :problem]] = "old(...): #{e.class}: #{e.message}"
    end

    # :holds, :broken, [:unknown, why] if it cannot be evaluated at run time, or [:raised, why].
    def judge(receiver, names, memory)
      return :holds if @param && !names.key?(@param)
      problem = @problem || memory[[@id, :problem]]
      return [:unknown, problem] if problem

      olds = (@olds || {}).keys.to_h { |number| [number, memory[[@id, number]]] }
      @test.(Predicate::Scope.new(receiver, names, olds)) ? :holds : :broken
    rescue Predicate::NoResult::Asked => e
      [:unknown, e.message]
    rescue StandardError => e
      [:raised, "#{e.class}: #{e.message.lines.first.to_s.strip}"]
    end
  end

  # The contract of one method under one signature, with parameter names by position.
  class Contract
    # writes: what its labels allow it to write; nil: anything. block: the contract of its block; nil: none.
    attr_reader :owner, :name, :singleton, :pre, :post, :writes, :block

    def initialize(data)
      @owner = data['owner']
      @name = data['name']&.to_sym
      @singleton = data['singleton']
      @params = data['params']
      @positional, @keys = @params.partition { |param| !param['kind'].match?(/key/i) }
      @fixed = @positional.count { |param| %w[required post].include?(param['kind']) }
      @result = data['result']
      @writes = data['writes']
      @pre = Clause.read(data['pre'])
      @post = Clause.read(data['post'])
      @block = data['block'] && Contract.new(data['block'])
    end

    def title = @title ||= "#{@owner == 'Object' ? '' : @owner}#{@singleton ? '.' : '#'}#{@name}"

    # The names that clauses use, for these arguments. A rest parameter takes the remaining ones.
    def names(args, keywords, block)
      spare = args.size - @fixed
      rest = args.dup
      names = keyword_names(keywords)
      @positional.each { |param| spare = take(param, rest, spare, names) }
      names['block'] = block
      names
    end

    # own: { rest: array, keyrest: hash } as allocated by the method itself.
    def with_own(names, own)
      return names if own.empty?

      given = @params.filter_map { |param| [param['name'], own[param['kind'].downcase.to_sym]] if param['name'] }
      names.merge(given.to_h.compact)
    end

    # Clauses about exceptional exits, and their names.
    def at_raise = @post.select(&:outcome?)
    def raise_names(names) = result_names(names, Predicate::NoResult.new).merge(Predicate::OUTCOME => true)

    def result_names(names, result)
      [@result, 'result'].compact.each_with_object(names.dup) { |name, all| all[name] = result unless all.key?(name) }
                         .merge(@result ? { @result => result } : {})
    end

    private

    def take(param, rest, spare, names)
      case param['kind']
      when 'required', 'post'
        return spare if rest.empty? # too few arguments: Ruby raises

        value = rest.shift
      when 'optional'
        return spare if spare <= 0

        value = rest.shift
        spare -= 1
      when 'rest'
        value = rest.shift([spare, 0].max)
        spare = 0
      end
      names[param['name']] = value if param['name']
      spare
    end

    def keyword_names(keywords)
      names = keywords.transform_keys(&:to_s)
      rest = @keys.find { |param| param['kind'] == 'keyRest' }
      return names unless rest && rest['name']

      known = @keys.select { |param| %w[key optionalKey].include?(param['kind']) }.map { |param| param['name'] }

      names.slice(*known).merge(rest['name'] => keywords.reject { |key, _| known.include?(key.to_s) })
    end
  end
end
