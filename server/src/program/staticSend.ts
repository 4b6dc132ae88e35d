/**
 * `x.send(:name, a)` as the equivalent call `x.name(a)`; always the same node, so that the checker's results for it can
 * be looked up. Null if the name is computed, or if the method behaves differently when sent.
 */
import type { Call } from '../ril/ril';
import { memoOfPart, PartMemoKey } from './memos';
import type { Program } from './program';

const SENDS: ReadonlySet<string> = new Set(['send', '__send__', 'public_send']);

/** These depend on their caller's frame, or run their argument in another context. */
const NOT_SENT: ReadonlySet<string> = new Set(
  'send __send__ public_send initialize binding block_given? lambda proc eval instance_eval instance_exec class_eval class_exec module_eval module_exec local_variables __method__ __callee__ caller define_method define_singleton_method invariant old type_cast instantiate! var_type loop catch throw raise fail'.split(
    ' ',
  ),
);

const SENT = new PartMemoKey<Call, Call>();

export function directCallOf(program: Program, call: Call): Call | null {
  const [name, ...args] = call.args;
  if (!SENDS.has(call.method) || name?.type !== 'positional' || name.value.kind !== 'lit') return null;
  const { value, span } = name.value;
  if ((value.type !== 'symbol' && value.type !== 'string') || NOT_SENT.has(value.value)) return null;
  const madeBy = call.method === 'public_send' ? 'source' : 'send';
  return memoOfPart(program, SENT, call, () => ({
    ...call,
    method: value.value,
    methodSpan: span,
    args,
    bare: false,
    madeBy,
  }));
}
