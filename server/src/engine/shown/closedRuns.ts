/**
 * Runs of bodies under the assumption that the visible callers are all there are: fields hold what the visible writes
 * write, given what callers pass. Only what is shown rests on it, never a report. `level` bounds how far one field's
 * type leads to the next, so that an answer does not depend on who asked first.
 */
import type { CheckInput } from '../../check/check';
import { type RunOutcome, runOpen, typeGiven } from '../../check/runs';
import { printTypes } from '../../infer/printSummary';
import { hierarchyOf } from '../../program/hierarchy';
import type { MethodInfo, Program } from '../../program/program';
import { workspaceClasses } from '../../program/workspace';
import { hasDynamic, instantiateScheme, withoutFlexible } from '../../types/flexible';
import { joinAll } from '../../types/join';
import type { FieldSummary, OutgoingCall, Summary } from '../../types/summary';
import { DYNAMIC, NIL, nominal, type Type } from '../../types/type';
import type { MethodKey, TypedMethod } from '../../types/typedMethod';
import type { SummaryCall, SummaryReader } from '../../typing/summaryReader';
import { fillEmptyLiterals } from '../../typing/typeOps';
import type { Supplied } from './supply';

export interface ClosedInput extends CheckInput {
  readonly summaryOf: (key: MethodKey) => Summary | null;
  readonly suppliedTo: (method: MethodInfo, level: number) => Supplied;
}

/** How many fields lead from one to the next. */
export const HIGHEST_LEVEL = 2;

export class ClosedRuns {
  private readonly runs = new Map<string, RunOutcome>();
  private readonly fields = new Map<string, FieldSummary | null>();
  private readonly readers = new Map<number, SummaryReader>();
  private byAnchor: ReadonlyMap<string, MethodInfo> | null = null;

  constructor(private readonly input: ClosedInput) {}

  get program(): Program {
    return this.input.program;
  }

  /** For code outside of methods. */
  get reader(): SummaryReader {
    return this.readerAt(HIGHEST_LEVEL);
  }

  /** The calls of a body whatever its callers pass. */
  openCalls({ key }: MethodInfo): readonly OutgoingCall[] {
    return this.input.summaryOf(key)?.calls ?? [];
  }

  typed(method: MethodInfo, supplied: Supplied): TypedMethod {
    return typeGiven({ ...this.input, summaries: this.readerAt(HIGHEST_LEVEL) }, method, inBodyOf(method, supplied));
  }

  run(method: MethodInfo, supplied: Supplied, level: number): RunOutcome {
    const name = `${level} ${method.key} ${printTypes(supplied)}`;
    const known = this.runs.get(name);
    if (known) return known;
    const found = runOpen({ ...this.input, summaries: this.readerAt(level) }, method, inBodyOf(method, supplied));
    this.runs.set(name, found);
    return found;
  }

  /** Null: nothing visible writes the field. */
  fieldOf(className: string, field: string, singleton: boolean, level = HIGHEST_LEVEL): FieldSummary | null {
    const name = `${level} ${className}${singleton ? '.' : '#'}${field}`;
    const known = this.fields.get(name);
    if (known !== undefined) return known;
    const base = this.input.summaries.fieldOf(className, field, singleton, 0);
    const found = base && (level === 0 || base.unknown.length > 0 ? base : this.closeField(base, level - 1));
    this.fields.set(name, found);
    return found;
  }

  private closeField(base: FieldSummary, level: number): FieldSummary {
    const types = base.writes.flatMap(write => {
      if (!hasDynamic(write.type)) return [write.type];
      const method = this.methodAt(write.place.anchor);
      if (!method || method.signature !== null) return [DYNAMIC];
      const { writes } = this.run(method, this.input.suppliedTo(method, level), level);
      const again = writes.filter(
        ({ name, place }) => name === base.name && place.span.start === write.place.span.start,
      );
      return again.map(({ type }) => withoutFlexible(type));
    });
    const joined = joinAll(base.mayBeUnset ? [...types, NIL] : types, hierarchyOf(this.program));
    const type = fillEmptyLiterals(joined);
    return { ...base, type, shown: type };
  }

  private readerAt(level: number): SummaryReader {
    const known = this.readers.get(level);
    if (known) return known;
    const { summaries } = this.input;
    const reader: SummaryReader = {
      ...summaries,
      fieldOf: (className, field, singleton) => this.fieldOf(className, field, singleton, level),
      resultOf: (call, depth) => {
        const result = summaries.resultOf(call, depth);
        return level > 0 && hasDynamic(result) ? this.closeResult(call, level - 1) : result;
      },
    };
    this.readers.set(level, reader);
    return reader;
  }

  private closeResult({ method, self, assumed }: SummaryCall, level: number): Type {
    const known = new Map([...assumed].filter(([, type]) => !hasDynamic(type)));
    const { result } = this.run(method, known, level);
    const owner: Type = method.singleton ? { kind: 'classOf', name: method.owner } : nominal(method.owner);
    return instantiateScheme(result, known, self ?? owner);
  }

  private methodAt(anchor: string): MethodInfo | null {
    this.byAnchor ??= new Map(
      [...workspaceClasses(this.program)].flatMap(info =>
        [...info.methods.values(), ...info.singletonMethods.values()].flatMap(method =>
          method.definition && method.aliasOf === null ? [[method.definition.anchor, method] as const] : [],
        ),
      ),
    );
    return this.byAnchor.get(anchor) ?? null;
  }
}

function inBodyOf(method: MethodInfo, supplied: Supplied): Supplied {
  return new Map([...supplied].map(([param, type]) => [param, inBody(method, param, type)]));
}

/** In the body a rest parameter is the whole list. */
function inBody({ definition }: MethodInfo, name: string, type: Type): Type {
  const kind = definition?.params.find(param => param.name === name)?.kind;
  if (kind === 'rest') return nominal('Array', [type]);
  return kind === 'keyRest' ? nominal('Hash', [nominal('Symbol'), type]) : type;
}
