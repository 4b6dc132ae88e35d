/** How the checker reads what is inferred about other code; provided by the engine. */
import type { FieldUser } from '../program/fieldMentions';
import type { MethodInfo } from '../program/program';
import type { BlockUseSummary, Effect, FieldSummary, FieldWrite, SuppliedField } from '../types/summary';
import type { Type } from '../types/type';

/** A call of a method without a signature. */
export interface SummaryCall {
  readonly method: MethodInfo;
  /** The receiver's type, if it is more precise than the method's owner. */
  readonly self: Type | null;
  /** Types of parameters by name, as far as they are known. */
  readonly assumed: ReadonlyMap<string, Type>;
}

export interface SummaryReader {
  /** `depth`: how deeply the reading expression is nested. */
  resultOf(call: SummaryCall, depth: number): Type;
  /** What the body may write, whatever its labels say. */
  effectOf(method: MethodInfo, depth: number): Effect;
  /** What a body passes to its block; null: it does not yield. */
  blockOf(method: MethodInfo, depth: number): BlockUseSummary | null;
  /** What one run of the block is given, several values as a tuple; null: no block, or unknown code may run it. */
  elementOf(method: MethodInfo, depth: number): Type | null;
  /** Null: nothing visible writes it. */
  fieldOf(className: string, field: string, singleton: boolean, depth: number): FieldSummary | null;
  /** A field whose writes do not determine a type, if all visible callers do: a named assumption of a proof. */
  suppliedOf?(className: string, field: string, singleton: boolean): SuppliedField | null;
  /** What a global holds, where all of its writes are visible; absent: unknown. */
  globalOf?(name: string): Type | null;
  /** What a member of a Struct or Data holds, for what is shown; absent, null: unknown. */
  memberOf?(className: string, member: string): Type | null;
  /** A constant without a declared type, by its full path. */
  constantOf(path: string, depth: number): Type;
  /** The methods of a class, or of its class object, whose bodies use a field. */
  mentionsIn(className: string, field: string, singleton: boolean, depth: number): readonly FieldUser[];
  /** Is the field assigned whenever an instance was created? */
  isSurelyAssigned(className: string, field: string, depth: number): boolean;
  /** Fields that keep what the constructor assigns, in instances of exactly this class. */
  constructorFields(className: string, depth: number): readonly string[];
  /** How a body writes a field. */
  writesOf(method: MethodInfo, field: string, depth: number): readonly FieldWrite[];
  /** The visible code is assumed to be all there is. Only what is shown rests on it, never a report. */
  readonly isClosed?: true;
}
