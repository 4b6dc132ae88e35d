/**
 * The calls whose effect depends on a name or source that is computed: the registry of what is recorded about them.
 * Only Ruby's own methods count; the library that records checks the owner of the method that is called.
 */
import type { SiteKind } from '../../../shared/src/profile';

export interface DynamicCall {
  readonly kind: SiteKind;
  /** Which positional arguments are names or sources. */
  readonly names: 'first' | 'all';
  /** Recorded even if the argument is a literal: the effect depends on the receiver, or the source must be read. */
  readonly withLiteral?: true;
  /** Definitions in the source go to the class around the call, whatever `self` is. */
  readonly lexical?: true;
  /** Returns a Method object, which calls the method later. */
  readonly isMethodObject?: true;
}

const EVAL: DynamicCall = { kind: 'eval', names: 'first', withLiteral: true };
const DEFINE: DynamicCall = { kind: 'define', names: 'first' };
const ATTRIBUTES: DynamicCall = { kind: 'define', names: 'all' };
const SEND: DynamicCall = { kind: 'send', names: 'first' };
const METHOD: DynamicCall = { ...SEND, isMethodObject: true };
const VARIABLE: DynamicCall = { kind: 'variable', names: 'first' };
const CONSTANT: DynamicCall = { kind: 'constant', names: 'first' };
const LOAD: DynamicCall = { kind: 'load', names: 'first' };
const MIXIN: DynamicCall = { kind: 'mixin', names: 'all', withLiteral: true };

export const DYNAMIC_CALLS: ReadonlyMap<string, DynamicCall> = new Map<string, DynamicCall>([
  ['eval', { ...EVAL, lexical: true }],
  ['instance_eval', EVAL],
  ['class_eval', EVAL],
  ['module_eval', EVAL],
  ['define_method', DEFINE],
  ['define_singleton_method', DEFINE],
  ['alias_method', DEFINE],
  ['attr', ATTRIBUTES],
  ['attr_reader', ATTRIBUTES],
  ['attr_writer', ATTRIBUTES],
  ['attr_accessor', ATTRIBUTES],
  ['send', SEND],
  ['public_send', SEND],
  ['__send__', SEND],
  ['method', METHOD],
  ['public_method', METHOD],
  ['singleton_method', METHOD],
  ['instance_method', METHOD],
  ['public_instance_method', METHOD],
  ['instance_variable_get', VARIABLE],
  ['instance_variable_set', VARIABLE],
  ['class_variable_get', VARIABLE],
  ['class_variable_set', VARIABLE],
  ['const_get', CONSTANT],
  ['const_set', CONSTANT],
  ['require', LOAD],
  ['require_relative', LOAD],
  ['load', LOAD],
  ['autoload', LOAD],
  ['include', MIXIN],
  ['extend', MIXIN],
  ['prepend', MIXIN],
]);

/** Methods that Ruby calls for a name that is not defined. Their first parameter is that name. */
export const MISSING_HANDLERS: ReadonlySet<string> = new Set(['method_missing', 'const_missing']);
