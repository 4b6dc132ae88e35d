/**
 * Ruby's core classes, only with names and ancestry: the base of a Program without a library (in tests, or if the
 * snapshot is missing). The real library (parse/library.ts) has their methods.
 */
import type { TypeParam } from '../types/type';
import { directDescendants } from './descendants';
import { emptyClass } from './emptyClass';
import { Memos } from './memos';
import type { ClassInfo, MixinSite, Program } from './program';

/** name, superclass, included modules, type parameters. */
type Row = readonly [name: string, superclass: string, includes?: readonly string[], params?: readonly string[]];

const MODULES: readonly string[] = [
  'Kernel',
  'Comparable',
  'Enumerable',
  'Math',
  'Process',
  'GC',
  'Marshal',
  'ObjectSpace',
  'Signal',
];

const CLASSES: readonly Row[] = [
  ['Object', 'BasicObject', ['Kernel']],
  ['Module', 'Object'],
  ['Class', 'Module'],
  ['NilClass', 'Object'],
  ['TrueClass', 'Object'],
  ['FalseClass', 'Object'],
  ['Numeric', 'Object', ['Comparable']],
  ['Integer', 'Numeric'],
  ['Float', 'Numeric'],
  ['Rational', 'Numeric'],
  ['Complex', 'Numeric'],
  ['String', 'Object', ['Comparable']],
  ['Symbol', 'Object', ['Comparable']],
  ['Regexp', 'Object'],
  ['MatchData', 'Object'],
  ['Array', 'Object', ['Enumerable'], ['t']],
  ['Hash', 'Object', ['Enumerable'], ['k', 'v']],
  ['Range', 'Object', ['Enumerable'], ['t']],
  ['Set', 'Object', ['Enumerable'], ['t']],
  ['Struct', 'Object', ['Enumerable']],
  ['Data', 'Object'],
  ['Enumerator', 'Object', ['Enumerable'], ['t']],
  ['Proc', 'Object'],
  ['Method', 'Object'],
  ['UnboundMethod', 'Object'],
  ['Time', 'Object', ['Comparable']],
  ['IO', 'Object', ['Enumerable']],
  ['File', 'IO'],
  ['Dir', 'Object', ['Enumerable']],
  ['Random', 'Object'],
  ['Thread', 'Object'],
  ['Mutex', 'Object'],
  ['Fiber', 'Object'],
  ['Binding', 'Object'],
  ['Encoding', 'Object'],
  ['Exception', 'Object'],
  ['ScriptError', 'Exception'],
  ['NotImplementedError', 'ScriptError'],
  ['LoadError', 'ScriptError'],
  ['NoMemoryError', 'Exception'],
  ['SecurityError', 'Exception'],
  ['SystemExit', 'Exception'],
  ['SignalException', 'Exception'],
  ['Interrupt', 'SignalException'],
  ['SystemStackError', 'Exception'],
  ['StandardError', 'Exception'],
  ['ArgumentError', 'StandardError'],
  ['UncaughtThrowError', 'ArgumentError'],
  ['EncodingError', 'StandardError'],
  ['FiberError', 'StandardError'],
  ['IOError', 'StandardError'],
  ['EOFError', 'IOError'],
  ['IndexError', 'StandardError'],
  ['KeyError', 'IndexError'],
  ['StopIteration', 'IndexError'],
  ['LocalJumpError', 'StandardError'],
  ['NameError', 'StandardError'],
  ['NoMethodError', 'NameError'],
  ['NoMatchingPatternError', 'StandardError'],
  ['NoMatchingPatternKeyError', 'NoMatchingPatternError'],
  ['RangeError', 'StandardError'],
  ['FloatDomainError', 'RangeError'],
  ['RegexpError', 'StandardError'],
  ['RuntimeError', 'StandardError'],
  ['FrozenError', 'RuntimeError'],
  ['SystemCallError', 'StandardError'],
  ['ThreadError', 'StandardError'],
  ['TypeError', 'StandardError'],
  ['ZeroDivisionError', 'StandardError'],
];

export function bareCore(): Program {
  const classes = new Map<string, ClassInfo>();
  classes.set('BasicObject', { ...emptyClass('BasicObject', 'class', 'core'), superclass: null });
  for (const name of MODULES) classes.set(name, emptyClass(name, 'module', 'core'));
  for (const row of CLASSES) classes.set(row[0], coreClass(row));
  return {
    classes,
    aliases: new Map(),
    aliasParams: new Map(),
    globals: new Map(),
    descendants: directDescendants(classes.values()),
    runLabels: { typecheck: new Set(), verify: new Set() },
    memos: Memos.empty(),
  };
}

function coreClass([name, superclass, includes = [], params = []]: Row): ClassInfo {
  return {
    ...emptyClass(name, 'class', 'core'),
    superclass,
    mixins: includes.map((module): MixinSite => ({ module, how: 'include', place: null, args: [] })),
    typeParams: params.map((param): TypeParam => ({ name: param, variance: 'invariant', bound: null, default: null })),
  };
}
