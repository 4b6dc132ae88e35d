/** Requests for replay tests: a parsed annotated program, and the values of a counterexample. */
import type { Place } from '../../server/src/base/span';
import { clausesOf } from '../../server/src/judge/replayContract';
import type { ReplayRequest } from '../../server/src/judge/replayRequest';
import { methodByKey } from '../../server/src/program/lookup';
import type { MethodInfo, Program } from '../../server/src/program/program';
import type { Assumption, ObligationKind } from '../../server/src/proof/obligation';
import type { RubyValue } from '../../server/src/proof/rubyValue';
import { resolve } from '../../server/src/resolve/resolve';
import type { Clause } from '../../server/src/types/type';
import { readRuby } from './program';

const PATH = '/project/time.rb';

export interface Scenario {
  readonly text: string;
  readonly key: string;
  readonly receiver?: RubyValue;
  readonly args: Readonly<Record<string, RubyValue>>;
  readonly kind?: ObligationKind;
  /** The classes that Ruby raises where it fails. */
  readonly raises?: readonly string[];
  /** Source of the clause that should break, anywhere in the program. */
  readonly breaks?: string;
  /** Zero-based line of the obligation; without it, any line matches. */
  readonly line?: number;
  readonly assumes?: readonly string[];
  readonly callResults?: ReplayRequest['callResults'];
}

export function integer(value: number): RubyValue {
  return { kind: 'integer', value: String(value) };
}

export function object(className: string, fields: Readonly<Record<string, RubyValue>>, id = 'o1'): RubyValue {
  const list = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return { kind: 'object', id, className, fields: list };
}

export async function scenario(given: Scenario): Promise<ReplayRequest> {
  const { value: program } = resolve([await readRuby(given.text, PATH)], null);
  const method = methodByKey(program, given.key);
  if (!method) throw new Error(`no method ${given.key}`);
  const clause = given.breaks === undefined ? null : findClause(program, given.breaks);
  const here: Place = { anchor: `${PATH}|obligation`, span: { start: given.line ?? 0, end: given.line ?? 0 } };
  return {
    program,
    method,
    obligation: {
      kind: given.kind ?? 'postcondition',
      place: here,
      clause,
      ...(given.raises && { raises: given.raises }),
    },
    counterexample: {
      receiver: given.receiver ?? null,
      args: Object.entries(given.args).map(([name, value]) => ({ name, keyword: false, value })),
      bindings: [],
      result: null,
      exception: null,
      path: [],
      call: '',
      ranIn: null,
    },
    assumptions: (given.assumes ?? []).map((owner): Assumption => ({ owner, what: 'contract', place: null })),
    files: [{ path: PATH, text: given.text }],
    lineOf: place => (given.line === undefined ? null : { path: PATH, line: place.span.start }),
    ...(given.callResults ? { callResults: given.callResults } : {}),
  };
}

function findClause(program: Program, text: string): Clause {
  const found = [...program.classes.values()].flatMap(info => [
    ...[...info.methods.values(), ...info.singletonMethods.values()].flatMap(signatureClauses),
    ...[...info.fields.values()].flatMap(field => field.refinement?.clauses ?? []),
    ...info.invariants.flatMap(invariant => invariant.refinement.clauses),
  ]);
  const clause = found.find(each => each.text === text);
  if (!clause) throw new Error(`no clause ${text} among ${found.map(each => each.text).join(' | ')}`);
  return clause;
}

function signatureClauses(method: MethodInfo): readonly Clause[] {
  return (method.signature?.arms ?? []).flatMap(clausesOf);
}
