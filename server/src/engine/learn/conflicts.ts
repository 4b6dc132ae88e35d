/**
 * Supplied types that cannot meet a constraint, with both ends. Two kinds are looked for: a field that one method sets to nil and
 * another one uses without testing it, and a parameter that was given `false` or `true` and on which a method is called that
 * the other one does not have. (Rubydust found the second in Ascii85.) Both may be excluded by what the program never does, so
 * they are listed, not reported.
 */
import type { TestLine } from '../../../../shared/src/profile';
import type { Place } from '../../base/span';
import { findBranches, untakenBranches } from '../../infer/paths/branches';
import { ancestors } from '../../program/ancestors';
import type { Program } from '../../program/program';
import type { Call, Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { FieldSummary } from '../../types/summary';
import { FALSE, TRUE, type Type } from '../../types/type';
import type { MethodKey, TypedMethod } from '../../types/typedMethod';
import { unionMembers } from '../../types/union';
import type { LearnedBody, LearnInput } from './learnedMethod';
import type { Supplied } from './observedParameters';

export interface Conflict {
  /** `Money@cents`, `Ascii85.encode(wrap_lines)` */
  readonly about: string;
  readonly method: MethodKey;
  /** What flows in, and where; null: it was passed by a test. */
  readonly lower: string;
  readonly flowsInAt: Place | null;
  /** The test that passed it, if a test did. */
  readonly test: TestLine | null;
  /** What the code requires of it, and where. */
  readonly upper: string;
  readonly requiredAt: Place;
  /** The receiver of that call, and the value that has no such method. */
  readonly receiver: Place;
  readonly value: 'nil' | 'true' | 'false';
}

export interface ConflictInput {
  readonly learning: LearnInput;
  readonly program: Program;
  readonly fieldOf: (body: LearnedBody, name: string) => FieldSummary | null;
}

export function findConflicts(input: ConflictInput, body: LearnedBody): readonly Conflict[] {
  return [...conflictsOfParameters(input, body), ...conflictsOfFields(input, body)];
}

function conflictsOfParameters(input: ConflictInput, body: LearnedBody): readonly Conflict[] {
  const { entry, info } = body;
  const recorded = entry.parameters.filter(({ recorded: isRecorded }) => isRecorded);
  return recorded.flatMap(({ name }, index) => {
    const isRequired = body.outcome.constraints.some(
      ({ requires }) => requires.kind === 'method' && requires.on === name,
    );
    if (!isRequired) return [];
    const seen = new Set(entry.calls.flatMap(call => call.classes[index] ?? []));
    const siblings = BOOLEANS.filter(({ name: own, other }) => seen.has(other) && !seen.has(own));
    return siblings.flatMap(({ type, name: className, other, value }): readonly Conflict[] => {
      const typed = runWith(input, body, new Map([...body.supplied, [name, type]]));
      const call = findUnmetCall(input.program, info.definition?.body() ?? null, typed, name, className);
      if (!call?.receiver) return [];
      const from = entry.calls.find(each => each.classes[index] === other)?.from ?? null;
      return [
        {
          about: `${info.key}(${name})`,
          method: info.key,
          lower: '%bool',
          flowsInAt: null,
          test: from,
          upper: `[${call.method}]`,
          requiredAt: placeIn(body, call.methodSpan),
          receiver: placeIn(body, call.receiver.span),
          value,
        },
      ];
    });
  });
}

interface BooleanClass {
  readonly type: Type;
  readonly name: string;
  readonly other: string;
  readonly value: 'true' | 'false';
}

const BOOLEANS: readonly BooleanClass[] = [
  { type: TRUE, name: 'TrueClass', other: 'FalseClass', value: 'true' },
  { type: FALSE, name: 'FalseClass', other: 'TrueClass', value: 'false' },
];

/** Along all outcomes that some call took. */
function runWith({ learning }: ConflictInput, { info, entry }: LearnedBody, supplied: Supplied): TypedMethod {
  const branches = info.definition && findBranches(info.definition.body(), entry.outcomes);
  const bits = entry.calls.reduce((all, { path }) => (path === null ? all : all | BigInt(`0x${path}`)), 0n);
  return learning.runs.typedPath(info, supplied, branches ? untakenBranches(bits, branches) : new Map());
}

/** A call on the variable whose receiver is still of this class there, which has no such method. */
function findUnmetCall(
  program: Program,
  body: Expr | null,
  { types }: TypedMethod,
  name: string,
  className: string,
): Call | null {
  let found: Call | null = null;
  if (body)
    walk(body, expr => {
      if (found === null && isCallOn(expr, name) && !hasMethod(program, className, expr.method)) {
        const type = expr.receiver && types.get(expr.receiver);
        if (type && unionMembers(type).some(member => classOf(member) === className)) found = expr;
      }
      return found === null;
    });
  return found;
}

function isCallOn(expr: Expr, name: string): expr is Call {
  return expr.kind === 'call' && !expr.safe && expr.receiver?.kind === 'var' && expr.receiver.name === name;
}

function classOf(type: Type): string | null {
  if (type.kind === 'nil') return 'NilClass';
  if (type.kind === 'literal' && type.value.type === 'true') return 'TrueClass';
  if (type.kind === 'literal' && type.value.type === 'false') return 'FalseClass';
  return null;
}

function hasMethod(program: Program, className: string, method: string): boolean {
  return ancestors(program, className).some(name => program.classes.get(name)?.methods.has(method));
}

/**
 * A nil that a method which ran assigns, and a call on the field that no test of it protects. A private method runs where its
 * class calls it, perhaps only while the field is set.
 */
function conflictsOfFields(input: ConflictInput, body: LearnedBody): readonly Conflict[] {
  const { info } = body;
  const ownFields = [...body.fields].filter(name => name.startsWith('@'));
  if (ownFields.length === 0 || info.visibility === 'private') return [];
  const typed = runWith(input, body, body.supplied);
  return ownFields.flatMap((name): readonly Conflict[] => {
    const field = input.fieldOf(body, name);
    const nil = field?.writes.find(
      ({ type, how }) => how === 'assigned' && unionMembers(type).some(({ kind }) => kind === 'nil'),
    );
    const own = info.definition?.body() ?? null;
    const call = nil && field ? findUnmetCall(input.program, own, typed, name, 'NilClass') : null;
    if (!nil || !call?.receiver || nil.place.anchor === info.definition?.anchor) return [];
    return [
      {
        about: `${info.owner}${info.singleton ? '.' : ''}${name}`,
        method: info.key,
        lower: 'nil',
        flowsInAt: nil.place,
        test: null,
        upper: `[${call.method}]`,
        requiredAt: placeIn(body, call.methodSpan),
        receiver: placeIn(body, call.receiver.span),
        value: 'nil',
      },
    ];
  });
}

function placeIn({ info }: LearnedBody, span: Place['span']): Place {
  return { anchor: info.definition?.anchor ?? '', span };
}
