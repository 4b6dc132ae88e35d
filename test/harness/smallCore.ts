/**
 * A small core library for tests of the checker: the methods that its fixtures call, in the annotation language. The
 * product loads Ruby's core from RBS; here everything is visible.
 */
import { UNKNOWN_FACTS } from '../../server/src/program/libraryFacts';
import type { ClassInfo, LibraryFacts, MethodInfo, Program } from '../../server/src/program/program';
import { buildProgram } from './program';

const CORE = `
class BasicObject
  type :initialize, '() -> self'
  type :==, '(%any) -> %bool', :pure
  type :!=, '(%any) -> %bool', :pure
  type :!, '() -> %bool', :pure
  type :equal?, '(%any) -> %bool', :pure
end
module Kernel
  type :puts, '(*%any) -> nil'
  type :print, '(*%any) -> nil'
  type :p, '(%any) -> %any'
  type :rand, '(?Integer) -> Integer'
  type :raise, '(*%any) -> %bot'
  type :loop, '() { () -> %any } -> %bot'
  type :block_given?, '() -> %bool'
  type :Integer, '(%any) -> Integer'
  type :is_a?, '(Module) -> %bool', :pure
  type :kind_of?, '(Module) -> %bool', :pure
  type :instance_of?, '(Module) -> %bool', :pure
  type :respond_to?, '(Symbol) -> %bool', :pure
  type :nil?, '() -> %bool', :pure
  type :===, '(%any) -> %bool', :pure
  type :=~, '(%any) -> nil', :pure
  type :class, '() -> Class', :pure
  type :freeze, '() -> self'
  type :dup, '() -> self'
  type :tap, '() { (self) -> %any } -> self'
  type :then, '() { (self) -> u } -> u'
  type :to_s, '() -> String', :pure
  type :inspect, '() -> String', :pure
  type :hash, '() -> Integer', :pure
  type :send, '(Symbol, *%dyn) -> %dyn'
  type :method, '(Symbol) -> Method'
  type :instance_variable_get, '(Symbol) -> %dyn'
end
class Module
  type :===, '(%any) -> %bool', :pure
  type :name, '() -> String or nil', :pure
  type :==, '(%any) -> %bool', :pure
end
class Class
  type :new, '(*%dyn) -> %dyn'
  type :superclass, '() -> Class or nil', :pure
end
class NilClass
  type :to_a, '() -> Array<%dyn>', :pure
  type :to_s, '() -> String', :pure
  type :to_i, '() -> Integer', :pure
  type :&, '(%any) -> %bool', :pure
end
class TrueClass
  type :&, '(%any) -> %bool', :pure
  type :|, '(%any) -> %bool', :pure
end
class FalseClass
  type :&, '(%any) -> %bool', :pure
  type :|, '(%any) -> %bool', :pure
end
module Comparable
  type :<, '(%any) -> %bool', :pure
  type :>, '(%any) -> %bool', :pure
  type :<=, '(%any) -> %bool', :pure
  type :>=, '(%any) -> %bool', :pure
  type :between?, '(%any, %any) -> %bool', :pure
  type :clamp, '(%any, %any) -> self', :pure
end
class Integer
  type :+, '(Integer) -> Integer', :pure
  type :+, '(Float) -> Float', :pure
  type :-, '(Integer) -> Integer', :pure
  type :-, '(Float) -> Float', :pure
  type :*, '(Integer) -> Integer', :pure
  type :*, '(Float) -> Float', :pure
  type :/, '(Integer) -> Integer', :pure
  type :/, '(Float) -> Float', :pure
  type :%, '(Integer) -> Integer', :pure
  type :**, '(Integer) -> Integer', :pure
  type :-@, '() -> Integer', :pure
  type :<, '(Integer or Float) -> %bool', :pure
  type :>, '(Integer or Float) -> %bool', :pure
  type :<=, '(Integer or Float) -> %bool', :pure
  type :>=, '(Integer or Float) -> %bool', :pure
  type :==, '(%any) -> %bool', :pure
  type :<=>, '(Integer or Float) -> Integer', :pure
  type :abs, '() -> Integer', :pure
  type :succ, '() -> Integer', :pure
  type :to_i, '() -> Integer', :pure
  type :to_f, '() -> Float', :pure
  type :to_s, '(?Integer) -> String', :pure
  type :even?, '() -> %bool', :pure
  type :odd?, '() -> %bool', :pure
  type :zero?, '() -> %bool', :pure
  type :times, '() { (Integer) -> %any } -> Integer'
  type :upto, '(Integer) { (Integer) -> %any } -> Integer'
  type :divmod, '(Integer) -> [Integer, Integer]', :pure
  type :chr, '() -> String', :pure
end
class Float
  type :+, '(Integer or Float) -> Float', :pure
  type :-, '(Integer or Float) -> Float', :pure
  type :*, '(Integer or Float) -> Float', :pure
  type :/, '(Integer or Float) -> Float', :pure
  type :<, '(Integer or Float) -> %bool', :pure
  type :>, '(Integer or Float) -> %bool', :pure
  type :to_i, '() -> Integer', :pure
  type :to_f, '() -> Float', :pure
  type :round, '() -> Integer', :pure
end
class String
  type :+, '(String) -> String', :pure
  type :*, '(Integer) -> String', :pure
  type :%, '(%any) -> String', :pure
  type :<<, '(String or Integer) -> self'
  type :length, '() -> Integer', :pure
  type :size, '() -> Integer', :pure
  type :upcase, '() -> String', :pure
  type :downcase, '() -> String', :pure
  type :strip, '() -> String', :pure
  type :empty?, '() -> %bool', :pure
  type :include?, '(String) -> %bool', :pure
  type :start_with?, '(*String) -> %bool', :pure
  type :to_i, '(?Integer) -> Integer', :pure
  type :to_f, '() -> Float', :pure
  type :to_sym, '() -> Symbol', :pure
  type :[], '(Integer) -> String or nil', :pure
  type :[], '(Integer, Integer) -> String or nil', :pure
  type :split, '(?String) -> Array<String>', :pure
  type :chars, '() -> Array<String>', :pure
  type :=~, '(Regexp) -> Integer or nil', :pure
  type :match, '(Regexp) -> MatchData or nil'
  type :sub, '(Regexp or String, String) -> String', :pure
  type :each_char, '() { (String) -> %any } -> self'
end
class Symbol
  type :to_sym, '() -> Symbol', :pure
  type :length, '() -> Integer', :pure
  type :to_proc, '() -> Proc', :pure
end
class Regexp
  type :===, '(%any) -> %bool', :pure
  type :=~, '(String or nil) -> Integer or nil', :pure
  type :match?, '(String) -> %bool', :pure
end
class MatchData
  type :[], '(Integer or Symbol or String) -> String or nil', :pure
end
class Proc
  type :call, '(*%dyn) -> %dyn'
  type :[], '(*%dyn) -> %dyn'
  type :===, '(*%dyn) -> %dyn'
  type :yield, '(*%dyn) -> %dyn'
  type :arity, '() -> Integer', :pure
end
class Method
  type :call, '(*%dyn) -> %dyn'
end
module Enumerable
  type_params [:t], nil
  type :map, '() { (t) -> u } -> Array<u>'
  type :select, '() { (t) -> %any } -> Array<t>'
  type :reject, '() { (t) -> %any } -> Array<t>'
  type :to_a, '() -> Array<t>'
  type :include?, '(%any) -> %bool'
  type :reduce, '(u) { (u, t) -> u } -> u'
  type :reduce, '(Symbol) -> %dyn'
  type :inject, '(u) { (u, t) -> u } -> u'
  type :each_with_object, '(u) { (t, u) -> %any } -> u'
  type :each_with_index, '() { (t, Integer) -> %any } -> self'
  type :sum, '() -> Integer'
  type :all?, '() { (t) -> %any } -> %bool', modifies: {}
  type :any?, '() { (t) -> %any } -> %bool'
  type :find, '() { (t) -> %any } -> t or nil'
  type :first, '() -> t or nil'
  type :min_by, '() { (t) -> %any } -> t or nil'
  type :group_by, '() { (t) -> u } -> Hash<u, Array<t>>'
  type :partition, '() { (t) -> %any } -> [Array<t>, Array<t>]'
  type :zip, '(Array<u>) -> Array<[t, u]>'
  type :flat_map, '() { (t) -> Array<u> } -> Array<u>'
  type :sort_by, '() { (t) -> %any } -> Array<t>'
  type :count, '() -> Integer'
end
class Array
  type 'self.new', '() -> Array<u>'
  type 'self.new', '(Integer, u) -> Array<u>'
  type 'self.new', '(Integer) { (Integer) -> u } -> Array<u>'
  type :[], '(Integer) -> t or nil', :pure
  type :[], '(Integer, Integer) -> Array<t> or nil', :pure
  type :[], '(Range<Integer>) -> Array<t> or nil', :pure
  type :[]=, '(Integer, t) -> t'
  type :fetch, '(Integer) -> t', :pure
  type :<<, '(t) -> self'
  type :push, '(*t) -> self'
  type :pop, '() -> t or nil'
  type :+, '(Array<u>) -> Array<t or u>', :pure
  type :concat, '(Array<t>) -> self'
  type :size, '() -> Integer', :pure
  type :length, '() -> Integer', :pure
  type :empty?, '() -> %bool', :pure
  type :last, '() -> t or nil', :pure
  type :each, '() { (t) -> %any } -> self'
  type :map!, '() { (t) -> t } -> self'
  type :join, '(?String) -> String', :pure
  type :compact, '() -> Array<t>', :pure
  type :reverse, '() -> Array<t>', :pure
  type :sort, '() -> Array<t>', :pure
  type :index, '(%any) -> Integer or nil', :pure
end
class Hash
  type 'self.new', '() -> Hash<a, b>'
  type 'self.new', '(b) -> Hash<a, b>'
  type 'self.new', '() { (Hash<a, b>, a) -> b } -> Hash<a, b>'
  type :[], '(k) -> v or nil', :pure
  type :[]=, '(k, v) -> v'
  type :fetch, '(k) -> v', :pure
  type :fetch, '(k, u) -> v or u', :pure
  type :key?, '(%any) -> %bool', :pure
  type :keys, '() -> Array<k>', :pure
  type :values, '() -> Array<v>', :pure
  type :each, '() { ([k, v]) -> %any } -> self'
  type :map, '() { ([k, v]) -> u } -> Array<u>'
  type :size, '() -> Integer', :pure
  type :merge, '(Hash<k, v>) -> Hash<k, v>', :pure
  type :to_a, '() -> Array<[k, v]>', :pure
  type :delete, '(k) -> v or nil'
end
class Range
  type :each, '() { (t) -> %any } -> self'
  type :===, '(%any) -> %bool', :pure
  type :include?, '(%any) -> %bool', :pure
  type :size, '() -> Integer', :pure
end
class Exception
  type :initialize, '(?String) -> self'
  type :message, '() -> String', :pure
  type :backtrace, '() -> Array<String> or nil', :pure
end
class Time
  type 'self.now', '() -> Time'
  type :hour, '() -> Integer', :pure
end
module Math
  type 'self.sqrt', '(Integer or Float) -> Float', :pure
end
`;

export const smallCore: Promise<Program> = buildProgram(CORE).then(({ program, messages }) => {
  if (messages.length > 0) throw new Error(messages.join('\n'));
  return { ...program, classes: new Map([...program.classes].map(([name, info]) => [name, asCore(info)])) };
});

function asCore(info: ClassInfo): ClassInfo {
  const core = (methods: ClassInfo['methods']): Map<string, MethodInfo> =>
    new Map([...methods].map(([name, method]) => [name, withFacts({ ...method, origin: 'core' as const })]));
  const mixins = info.mixins.map(mixin =>
    mixin.module === 'Enumerable' ? { ...mixin, args: elementTypes(info) } : mixin,
  );
  return {
    ...info,
    origin: 'core',
    mixins,
    methods: core(info.methods),
    singletonMethods: core(info.singletonMethods),
  };
}

/** What `label` says in server/core. */
function withFacts(method: MethodInfo): MethodInfo {
  const facts = factsOf(method.key);
  return facts === null ? method : { ...method, facts: { ...UNKNOWN_FACTS, ...facts } };
}

function factsOf(key: string): Partial<LibraryFacts> | null {
  if (/^Proc#(call|\[\]|===|yield)$/.test(key)) return { runsReceiver: true };
  if (/^Hash#(\[\]|fetch)$/.test(key)) return { seeks: 'key' };
  return key === 'Enumerable#all?' ? { repeats: 'contents' } : null;
}

/** The type argument of Enumerable in each container. */
function elementTypes(info: ClassInfo): ClassInfo['superclassArgs'] {
  const params = info.typeParams.map(param => ({ kind: 'variable' as const, name: param.name }));
  return params.length === 2 ? [{ kind: 'tuple', elements: params }] : params;
}
