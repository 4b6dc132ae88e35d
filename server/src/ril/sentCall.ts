/**
 * `x.send(:name, a)` as the call `x.name(a)` that it is; the same node each time, so that what the checker finds out
 * about it is found again. Null: the name is computed, or it means something else when it is sent.
 */
import type { Call } from './ril';

const SENDS: ReadonlySet<string> = new Set(['send', '__send__', 'public_send']);

/** These look at who calls them, or run what they are given somewhere else. */
const NOT_SENT: ReadonlySet<string> = new Set(
  'send __send__ public_send initialize binding block_given? lambda proc eval instance_eval instance_exec class_eval class_exec module_eval module_exec local_variables __method__ __callee__ caller define_method define_singleton_method invariant old type_cast instantiate! var_type loop catch throw raise fail'.split(
    ' ',
  ),
);

const known = new WeakMap<Call, Call>();

export function sentCall(call: Call): Call | null {
  const [name, ...args] = call.args;
  if (!SENDS.has(call.method) || name?.type !== 'positional' || name.value.kind !== 'lit') return null;
  const { value, span } = name.value;
  if ((value.type !== 'symbol' && value.type !== 'string') || NOT_SENT.has(value.value)) return null;
  const before = known.get(call);
  if (before) return before;
  const madeBy = call.method === 'public_send' ? 'source' : 'send';
  const sent: Call = { ...call, method: value.value, methodSpan: span, args, bare: false, madeBy };
  known.set(call, sent);
  return sent;
}
