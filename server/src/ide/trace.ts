/**
 * A failed obligation in Ruby terms: the call, its outcome, the path, how certain it is and what would help. Plain
 * lines; front ends add their own mark-up. Values are those of the run, if there was one.
 */
import { unreachable } from '../base/result';
import { anchorPath } from '../base/span';
import { countCallsOnPath } from '../engine/learn/callsOnPath';
import type { Snapshot } from '../engine/snapshot';
import { locate } from '../engine/snapshot';
import { shortName } from '../judge/verdictText';
import { showValue } from '../proof/showValue';
import type { Counterexample, ObligationVerdict, PathStep } from '../proof/verdict';
import type { Diagnostic } from './diagnostics';

export interface Trace {
  /** How certain the result is. */
  readonly lead: string;
  /** `incr_sec(59)  # => 60`, and the state it was called in. */
  readonly code: readonly string[];
  /** `line 3: x == 58 is false, line 6 returns x + 1`; empty when the path has no branches. */
  readonly path: string;
  /** `none of 214 recorded calls took this path`; empty: the profile does not determine it. */
  readonly runs: string;
  readonly advice: string;
}

/** The obligation that a diagnostic refers to. */
export function obligationOf(snapshot: Snapshot, diagnostic: Diagnostic): ObligationVerdict | null {
  const { obligation: id, method } = diagnostic.problem.args;
  if (diagnostic.kind !== 'verify' || diagnostic.stale || typeof id !== 'string') return null;
  const { path, span } = diagnostic.location;
  const holders = (snapshot.files.get(path)?.methods ?? []).filter(({ info }) => shortName(info.key) === method);
  const found = holders.flatMap(holder => holder.verdict?.obligations ?? []).filter(each => each.id === id);
  return found.find(each => locate(snapshot, each.place)?.span.start === span.start) ?? null;
}

/** Null when the obligation has no counterexample. */
export function buildTrace(snapshot: Snapshot, obligation: ObligationVerdict): Trace | null {
  const example = obligation.counterexample;
  if (example === null) return null;
  return {
    lead: introduceTrace(obligation, example),
    code: codeOf(example),
    path: example.path.map(step => showStep(snapshot, step)).join(', '),
    runs: runsOf(snapshot, obligation, example),
    advice: adviceOf(obligation),
  };
}

/** Whether tests could have found it. */
function runsOf(snapshot: Snapshot, obligation: ObligationVerdict, { path }: Counterexample): string {
  const file = snapshot.files.get(anchorPath(obligation.place.anchor));
  const method = file?.methods.find(({ verdict }) => verdict?.obligations.includes(obligation))?.info;
  const found = method ? snapshot.learned.entryOf(method.key) : null;
  if (!method?.definition || found === null || found.stale) return '';
  const runs = countCallsOnPath(found.entry, method.definition, path);
  if (runs === null) return '';
  const { took, all } = runs;
  if (all === 1) return `the one recorded call took ${took === 1 ? 'this' : 'another'} path`;
  const many = took === 0 ? 'none' : took === all ? 'all' : took.toLocaleString('en-US');
  return `${many} of ${all.toLocaleString('en-US')} recorded calls took this path`;
}

export function traceLines(trace: Trace): readonly string[] {
  const indented = [...trace.code, trace.path, trace.runs].filter(line => line !== '').map(line => `  ${line}`);
  return [trace.lead, ...indented, trace.advice].filter(line => line !== '');
}

function showRuby({ ranIn, standIn }: Counterexample): string {
  const version = ranIn === null ? 'Ruby' : `Ruby ${ranIn}`;
  return standIn === undefined ? version : `${version}, with a stand-in for ${standIn}`;
}

function introduceTrace(obligation: ObligationVerdict, example: Counterexample): string {
  const ruby = showRuby(example);
  switch (obligation.cause) {
    case 'confirmed':
      return `Fails in ${ruby}:`;
    case 'unreached-state':
      return `Fails in ${ruby}, from a state that was set directly:`;
    case 'spec-too-weak':
      return `The run in ${ruby} ${example.exception === null ? 'passes' : 'ends otherwise'}, but the contracts in use allow this:`;
    case 'unconfirmed':
    case null:
      return `Possible counterexample, not confirmed${obligation.why === null ? '' : ` (${obligation.why})`}:`;
    default:
      return unreachable(obligation.cause);
  }
}

function codeOf(example: Counterexample): readonly string[] {
  const state = example.bindings
    .filter(({ name }) => name.startsWith('@') || name.startsWith('$'))
    .map(({ name, value }) => `${name} = ${showValue(value)}`);
  const call = `${example.call}${showComment(example)}`;
  return state.length === 0 ? [call] : [call, `with ${state.join(', ')}`];
}

function showComment(example: Counterexample): string {
  const outcome = outcomeOf(example);
  return outcome === '' ? '' : `  # ${outcome}`;
}

/** `=> 60`, `raises ZeroDivisionError: divided by 0`; empty if it is not known. */
export function outcomeOf(example: Counterexample): string {
  if (example.exception !== null) return `raises ${example.exception.className}: ${example.exception.message}`;
  return example.result === null ? '' : `=> ${showValue(example.result)}`;
}

function showStep(snapshot: Snapshot, step: PathStep): string {
  const location = locate(snapshot, step.place);
  const file = location === null ? undefined : snapshot.files.get(location.path);
  if (location === null || file === undefined) return noteOfStep(snapshot, step);
  const line = file.lines.position(location.span.start).line + 1;
  const note = noteOfStep(snapshot, step);
  return step.kind === 'return' ? `line ${line} ${note}` : `line ${line}: ${note}`;
}

/** `x == 58 is false`, `returns x + 1` */
export function noteOfStep(snapshot: Snapshot, step: PathStep): string {
  const source = step.source === '' ? sourceAt(snapshot, step) : step.source;
  switch (step.kind) {
    case 'condition-true':
      return `${source} is true`;
    case 'condition-false':
      return `${source} is false`;
    case 'return':
      return `returns ${source}`;
  }
}

function sourceAt(snapshot: Snapshot, { place }: PathStep): string {
  const location = locate(snapshot, place);
  if (location === null) return '';
  const { start, end } = location.span;
  return (snapshot.files.get(location.path)?.text.slice(start, end) ?? '').replace(/\s+/g, ' ');
}

/** Without fields there is no state to describe. */
function hasFields({ counterexample }: ObligationVerdict): boolean {
  const objects = counterexample ? [counterexample.receiver, ...counterexample.args.map(arg => arg.value)] : [];
  return objects.some(each => each?.kind === 'object' && each.fields.length > 0);
}

function adviceOf(obligation: ObligationVerdict): string {
  switch (obligation.cause) {
    case 'unreached-state':
      return `Perhaps no public call reaches this state.${hasFields(obligation) ? ' An invariant of the class, or a refinement of the field, would rule it out.' : ''}`;
    case 'spec-too-weak':
      return obligation.why ?? 'A contract that this method relies on is too weak.';
    case 'confirmed':
    case 'unconfirmed':
    case null:
      return '';
    default:
      return unreachable(obligation.cause);
  }
}
