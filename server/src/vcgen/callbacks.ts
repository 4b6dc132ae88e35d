/**
 * Ruby's own methods call back: `puts o` runs `o.to_s`, `sort` runs `<=>`, `include?` runs `==`,
 * `sum` runs `+`, `shuffle(random: o)` runs `o.rand`. As long as the
 * program's own definitions of these write nothing, that changes nothing; else such a call is not modelled.
 */
import { workspaceMethods } from '../program/workspace';
import type { MethodKey } from '../types/typedMethod';
import type { Args } from './arguments';
import type { Run } from './context';
import { effectsOf } from './effects';
import { classNameOf, members } from './shape';
import { typeOf, type Val } from './value';

const CALLED_BACK =
  'to_s inspect to_str to_sym to_proc to_ary to_a to_h to_hash to_i to_f to_r to_c to_int to_path to_io coerce <=> == === eql? equal? < > + - * / hash =~ each call succ rand message respond_to_missing? method_missing'.split(
    ' ',
  );

/** Methods that look at an object without running any of its own. */
const QUIET: ReadonlySet<string> = new Set(
  'nil? is_a? kind_of? instance_of? equal? ! class frozen? object_id __id__ itself freeze then tap size length empty? push << pop first last clear raise new allocate'.split(
    ' ',
  ),
);

const PLAIN_CLASSES: ReadonlySet<string> = new Set([
  'String',
  'Integer',
  'Float',
  'Symbol',
  'NilClass',
  'Range',
  'Regexp',
]);

/** The program's method that a call of Ruby's own `method` may run, if that one may write something; null: none. */
export function callbackOf(run: Run, method: string, receiver: Val, args: Args): MethodKey | null {
  if (QUIET.has(method)) return null;
  const reachable = [receiver, ...args.positional, ...args.keywords.values()].some(mayBeOwnObject);
  return reachable ? writingCallback(run) : null;
}

export function mayBeOwnObject(val: Val): boolean {
  if (val.kind !== 'ref' && val.kind !== 'boxed') return false;
  return members(typeOf(val)).some(member => {
    if (member.kind === 'nil' || member.kind === 'bool' || member.kind === 'literal') return false;
    const name = classNameOf(member);
    if (name === null || !PLAIN_CLASSES.has(name)) return !isPlainArray(member);
    return false;
  });
}

function isPlainArray(type: ReturnType<typeof typeOf>): boolean {
  if (type.kind !== 'nominal' || type.name !== 'Array') return false;
  const [element] = type.args;
  return element?.kind === 'nominal' && PLAIN_CLASSES.has(element.name);
}

export function writingCallback(run: Run): MethodKey | null {
  for (const name of CALLED_BACK) {
    for (const method of workspaceMethods(run.input.program, name)) {
      if (method.singleton || !method.definition) continue;
      const { writes } = effectsOf(run, method.key);
      if (writes === 'everything' || writes.size > 0) return method.key;
    }
  }
  return null;
}
