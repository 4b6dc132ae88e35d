/**
 * A failed obligation told in Ruby terms: the call, its outcome, the path taken, how sure we are and what would help.
 * Plain lines; faces add their own mark-up. Values come from the actual run where there was one.
 */
import { unreachable } from '../base/result';
import type { Snapshot } from '../engine/snapshot';
import { locate } from '../engine/snapshot';
import { shortName } from '../judge/words';
import { showValue } from '../proof/showValue';
import type { Counterexample, ObligationVerdict, PathStep } from '../proof/verdict';
import type { Diagnostic } from './diagnostics';

export interface Story {
  /** How sure we are. */
  readonly lead: string;
  /** `incr_sec(59)  # => 60`, and the state it was called in. */
  readonly code: readonly string[];
  /** `line 3: x == 58 is false, line 6 returns x + 1`; empty when the path has no branches. */
  readonly path: string;
  readonly advice: string;
}

/** The obligation that a verdict's diagnostic speaks of. */
export function obligationOf(snapshot: Snapshot, diagnostic: Diagnostic): ObligationVerdict | null {
  const { obligation: id, method } = diagnostic.problem.args;
  if (diagnostic.kind !== 'verify' || diagnostic.stale || typeof id !== 'string') return null;
  const { path, span } = diagnostic.location;
  const holders = (snapshot.files.get(path)?.methods ?? []).filter(({ info }) => shortName(info.key) === method);
  const found = holders.flatMap(holder => holder.verdict?.obligations ?? []).filter(each => each.id === id);
  return found.find(each => locate(snapshot, each.place)?.span.start === span.start) ?? null;
}

/** Null when the obligation has no counterexample. */
export function tellStory(snapshot: Snapshot, obligation: ObligationVerdict): Story | null {
  const example = obligation.counterexample;
  if (example === null) return null;
  return {
    lead: leadOf(obligation, example),
    code: codeOf(example),
    path: example.path.map(step => showStep(snapshot, step)).join(', '),
    advice: adviceOf(obligation),
  };
}

export function storyLines(story: Story): readonly string[] {
  const indented = [...story.code, story.path].filter(line => line !== '').map(line => `  ${line}`);
  return [story.lead, ...indented, story.advice].filter(line => line !== '');
}

function leadOf(obligation: ObligationVerdict, example: Counterexample): string {
  const ruby = example.ranIn === null ? 'Ruby' : `Ruby ${example.ranIn}`;
  switch (obligation.cause) {
    case 'confirmed':
      return `Counterexample, confirmed by running it in ${ruby}:`;
    case 'unreached-state':
      return `Counterexample, run in ${ruby} from a state that was set directly:`;
    case 'spec-too-weak':
      return `The run in ${ruby} passes, but the contracts in use allow this:`;
    case 'unconfirmed':
    case null:
      return `Possible counterexample, not confirmed${obligation.reason === null ? '' : ` (${obligation.reason})`}:`;
    default:
      return unreachable(obligation.cause);
  }
}

function codeOf(example: Counterexample): readonly string[] {
  const state = example.bindings
    .filter(({ name }) => name.startsWith('@') || name.startsWith('$'))
    .map(({ name, value }) => `${name} = ${showValue(value)}`);
  const call = `${example.call}${outcomeOf(example)}`;
  return state.length === 0 ? [call] : [call, `with ${state.join(', ')}`];
}

function outcomeOf(example: Counterexample): string {
  if (example.exception !== null) return `  # raises ${example.exception.className}: ${example.exception.message}`;
  return example.result === null ? '' : `  # => ${showValue(example.result)}`;
}

function showStep(snapshot: Snapshot, step: PathStep): string {
  const location = locate(snapshot, step.place);
  const file = location === null ? undefined : snapshot.files.get(location.path);
  if (location === null || file === undefined) return step.note;
  const line = file.lines.position(location.span.start).line + 1;
  const note = noteOf(snapshot, step);
  return note.startsWith('returns') ? `line ${line} ${note}` : `line ${line}: ${note}`;
}

/** A note that only says ` is false` speaks of the condition at its place. */
export function noteOf(snapshot: Snapshot, step: PathStep): string {
  const location = step.note.startsWith(' ') ? locate(snapshot, step.place) : null;
  if (location === null) return step.note;
  const { start, end } = location.span;
  const source = snapshot.files.get(location.path)?.text.slice(start, end) ?? '';
  return `${source.replace(/\s+/g, ' ')}${step.note}`;
}

/** Without one there is no state to speak of: the object is only not made by its class. */
function hasFields({ counterexample }: ObligationVerdict): boolean {
  const objects = counterexample ? [counterexample.receiver, ...counterexample.args.map(arg => arg.value)] : [];
  return objects.some(each => each?.kind === 'object' && each.fields.length > 0);
}

function adviceOf(obligation: ObligationVerdict): string {
  switch (obligation.cause) {
    case 'unreached-state':
      return `Perhaps no public call reaches this state.${hasFields(obligation) ? ' An invariant of the class, or a refinement of the field, would rule it out.' : ''}`;
    case 'spec-too-weak':
      return obligation.reason ?? 'A contract that this method relies on promises too little.';
    case 'confirmed':
    case 'unconfirmed':
    case null:
      return '';
    default:
      return unreachable(obligation.cause);
  }
}
