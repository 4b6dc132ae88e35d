/** Library methods that return a frozen object for any receiver: `-s`, `true.to_s`, `x.clone(freeze: true)`. */
import { FALSE, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { factsOf } from '../../../program/libraryFacts';
import { withFrozen } from '../../heap/frozen';
import type { Args } from '../../state/call';
import type { Ctx, Out } from '../../state/context';

export function markFrozenResult(ctx: Ctx, className: string, method: string, args: Args, out: Out): Out {
  const isFrozen = factsOf(ctx.run.input.program, className, method).returns === 'frozen';
  const bit = isFrozen ? TRUE : method === 'clone' ? frozenByKeyword(args) : null;
  if (bit === null || ctx.spec || out.value.kind !== 'ref') return out;
  return { value: out.value, state: withFrozen(ctx, out.state, out.value.term, bit) };
}

/** `freeze: nil` is the same as no keyword. */
function frozenByKeyword({ keywords }: Args): Formula | null {
  const freeze = keywords.get('freeze');
  return freeze?.kind === 'bool' && (freeze.term === TRUE || freeze.term === FALSE) ? freeze.term : null;
}
