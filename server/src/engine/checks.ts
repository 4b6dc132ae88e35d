/**
 * Types of methods, kept as long as they are true: while the declarations of the program, the method's own definition
 * and the bodies of callees without annotations (whose types were inferred) are the same.
 */
import type { Settings } from '../../../shared/src/settings';
import { checkRefinements } from '../check/check';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, Program, Signature } from '../program/program';
import { withBody } from '../program/synthetic';
import type { MethodDeclaration } from '../ril/declarations';
import type { MethodKey, TypedClauses } from '../types/typedMethod';
import type { Log } from './host';
import { type CheckedMethod, checkMethod } from './pipeline';

interface Entry {
  readonly generation: number;
  readonly definition: MethodDeclaration | null;
  readonly bodies: readonly { readonly key: MethodKey; readonly definition: MethodDeclaration | null }[];
  readonly result: CheckResult;
}

export type CheckResult =
  | { readonly kind: 'checked'; readonly method: CheckedMethod }
  | { readonly kind: 'failed'; readonly message: string };

export class Checks {
  private readonly entries = new Map<MethodKey, Entry>();
  private readonly clauses = new WeakMap<Signature, { readonly generation: number; readonly clauses: TypedClauses }>();
  private generation = 0;
  /** How often a method was checked since the beginning. */
  count = 0;

  constructor(private readonly log: Log) {}

  /** Signatures, classes or fields changed: every type may be another. */
  declarationsChanged(): void {
    this.generation++;
  }

  clear(): void {
    this.entries.clear();
    this.generation++;
  }

  /** Null: no such method, or it has no body in sight. */
  get(key: MethodKey, program: Program, settings: Settings): CheckResult | null {
    const found = methodByKey(program, key);
    const info = found && withBody(found);
    if (!info?.definition) return null;
    const known = this.entries.get(key);
    if (known && this.isTrue(known, info, program)) return known.result;
    const result = this.check(info, program, settings);
    this.entries.set(key, {
      generation: this.generation,
      definition: info.definition,
      bodies: inferredBodies(result, program),
      result,
    });
    return result;
  }

  /** What the clauses of a method's annotation mean, whether or not it has a body in sight. */
  clausesOf(key: MethodKey, program: Program, settings: Settings): TypedClauses | null {
    const info = methodByKey(program, key);
    if (!info?.signature) return null;
    const known = this.clauses.get(info.signature);
    if (known?.generation === this.generation) return known.clauses;
    const clauses = checkRefinements(info, program, settings);
    this.clauses.set(info.signature, { generation: this.generation, clauses });
    return clauses;
  }

  private isTrue(entry: Entry, info: MethodInfo, program: Program): boolean {
    return (
      entry.generation === this.generation &&
      entry.definition === info.definition &&
      entry.bodies.every(body => (methodByKey(program, body.key)?.definition ?? null) === body.definition)
    );
  }

  private check(info: MethodInfo, program: Program, settings: Settings): CheckResult {
    this.count++;
    try {
      return { kind: 'checked', method: checkMethod(info, program, settings) };
    } catch (error) {
      this.log.error(`checking ${info.key}: ${error instanceof Error ? error.stack : String(error)}`);
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }
}

function inferredBodies(result: CheckResult, program: Program): Entry['bodies'] {
  if (result.kind === 'failed') return [];
  const { typed, clauses, inherited } = result.method;
  const uses = [...typed.uses, ...clauses.uses, ...(inherited?.checked.typed.uses ?? [])];
  return uses.flatMap(use => {
    const used = use.kind === 'method' ? methodByKey(program, use.key) : null;
    return used && !used.signature ? [{ key: used.key, definition: used.definition }] : [];
  });
}
