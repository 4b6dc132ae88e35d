/** Requests for replay tests: a program of one method, with clauses written as Ruby and read by a small parser. */
import type { Place } from '../../server/src/base/span';
import type { ReplayRequest } from '../../server/src/judge/replayScript';
import type { MethodInfo, Program } from '../../server/src/program/program';
import type { ObligationKind } from '../../server/src/proof/obligation';
import type { RubyValue } from '../../server/src/proof/rubyValue';
import { NO_LABELS } from '../../server/src/types/annotation';
import { type Clause, INTEGER, NIL, type ParamType, type Refinement } from '../../server/src/types/type';
import { clauseExpr } from './clauseExpr';

const PATH = '/work/time.rb';

export interface Scenario {
  readonly text: string;
  readonly owner?: string;
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly clauses: readonly string[] }[];
  readonly result: { readonly name: string; readonly clauses: readonly string[] } | null;
  readonly receiver?: RubyValue;
  readonly args: Readonly<Record<string, RubyValue>>;
  readonly kind?: ObligationKind;
  /** Text of the clause that should break. */
  readonly breaks?: string;
  /** Zero-based line of the obligation. */
  readonly line?: number;
}

export function integer(value: number): RubyValue {
  return { kind: 'integer', value: String(value) };
}

export function object(className: string, fields: Readonly<Record<string, RubyValue>>): RubyValue {
  return {
    kind: 'object',
    id: `${className}1`,
    className,
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
  };
}

/** Places of clauses only have to differ; the obligation's place stands for its line. */
export function scenario(given: Scenario): ReplayRequest {
  const places = new Map<string, Place>();
  const refine = (binder: string, texts: readonly string[]): Refinement => {
    const clauses: Clause[] = texts.map(text => {
      const place = {
        anchor: `${PATH}|statement|0`,
        span: { start: 100 + places.size * 10, end: 105 + places.size * 10 },
      };
      places.set(text, place);
      return { text, place, expr: clauseExpr(text) };
    });
    const place = { anchor: `${PATH}|statement|0`, span: { start: 0, end: 1 } };
    return { binder, text: texts.join(' && '), place, clauses };
  };
  const params: ParamType[] = given.params.map(({ name, clauses }) => ({
    kind: 'required',
    name,
    type: clauses.length > 0 ? INTEGER : { kind: 'any' },
    refinement: clauses.length > 0 ? refine(name, clauses) : null,
    span: null,
  }));
  const result = given.result && refine(given.result.name, given.result.clauses);
  const method = methodInfo(given, params, result);
  return {
    program: emptyProgram(given, method),
    method,
    obligation: {
      kind: given.kind ?? 'postcondition',
      place: { anchor: `${PATH}|method`, span: { start: given.line ?? 0, end: given.line ?? 0 } },
      clause: given.breaks === undefined ? null : { text: given.breaks, place: places.get(given.breaks) ?? null },
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
    assumptions: [],
    files: [{ path: PATH, text: given.text }],
    lineOf: place => (given.line === undefined ? null : { path: PATH, line: place.span.start }),
  };
}

function methodInfo(given: Scenario, params: readonly ParamType[], result: Refinement | null): MethodInfo {
  const owner = given.owner ?? 'Object';
  const at = given.text.indexOf(`def ${given.name}`);
  const key = `${given.owner ?? ''}#${given.name}`;
  const none = { start: 0, end: 0 };
  return {
    key,
    owner,
    name: given.name,
    singleton: false,
    visibility: 'public',
    definition: {
      kind: 'method',
      anchor: `${PATH}|method|${key}|0`,
      at,
      span: none,
      name: given.name,
      nameSpan: none,
      singleton: null,
      params: [],
      body: { kind: 'seq', span: none, body: [] },
      broken: false,
      textHash: '',
    },
    synthetic: null,
    aliasOf: null,
    signature: {
      arms: [
        {
          type: {
            typeParams: [],
            params,
            anyArgs: false,
            block: null,
            result: result ? INTEGER : NIL,
            resultName: result?.binder ?? null,
            resultRefinement: result,
            resultSpan: null,
            selfType: null,
          },
          text: '',
          place: null,
          labels: NO_LABELS,
          origin: null,
        },
      ],
      labels: NO_LABELS,
    },
    place: null,
    origin: 'workspace',
    redefinitions: [],
  } as unknown as MethodInfo;
}

function emptyProgram(given: Scenario, method: MethodInfo): Program {
  const info = {
    name: given.owner ?? 'Object',
    kind: 'class',
    methods: new Map([[method.name, method]]),
    singletonMethods: new Map(),
    fields: new Map(),
    invariants: [],
    places: [],
    origin: 'workspace',
  };
  return { classes: new Map([[info.name, info]]) } as unknown as Program;
}
