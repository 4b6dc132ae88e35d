/**
 * Reports of a script that is the whole program: all callers of its methods are visible, so parameters have the types
 * that they pass, and fields those that are written. The types are a least fixed point over all units, each run with
 * the joined types of all its callers; a method that something else may call has unknown parameters, and one that
 * nothing calls does not run. (ADR 0065)
 */

import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { type ClosedRun, runClosed } from '../check/closedRun';
import type { WorkspaceView } from '../check/inferUnit';
import { printScheme } from '../infer/printSummary';
import { limitType } from '../infer/typeLimits';
import { parseTypeInBody } from '../parse/annotations';
import { hierarchyOf } from '../program/hierarchy';
import { methodByKey } from '../program/lookup';
import { ownerType } from '../program/ownerType';
import type { MethodInfo, Program } from '../program/program';
import type { BodyUnit, Unit } from '../program/unit';
import { workspaceClasses } from '../program/workspace';
import { hasDynamic, instantiateScheme, losesUnknown } from '../types/flexible';
import { joinAll } from '../types/join';
import type { FieldSummary } from '../types/summary';
import { BOTTOM, DYNAMIC, NIL, type Type } from '../types/type';
import { openContents } from '../typing/openContents';
import type { SummaryCall, SummaryReader } from '../typing/summaryReader';
import { fillEmptyLiterals } from '../typing/typeOps';
import { hasReflection, namesCalledFromOutside, namesOfLibrary } from './externalCallers';
import { ScriptMembers } from './scriptMembers';

export interface WholeScript {
  readonly program: Program;
  readonly settings: Settings;
  readonly units: readonly Unit[];
  readonly summaries: SummaryReader;
  readonly surroundings: WorkspaceView;
}

const MOST_ITERATIONS = 16;
const MOST_UNITS = 150;
/** Methods inside each other that are run because a caller needs their result. */
const DEEPEST = 8;

/** A method, or several names of one body. */
interface Callee {
  readonly unit: Extract<Unit, { kind: 'method' }>;
  readonly params: Map<string, Type>;
  /** Parameters that some call omits. */
  readonly omitted: Set<string>;
  isCalled: boolean;
  /** Called in ways that are not followed, so with any arguments. */
  isOpen: boolean;
  isRunning: boolean;
  result: Type;
  /** What one run of the block is given. */
  element: Type;
  /** The types of the defaults, once a call omits them. */
  defaults: ReadonlyMap<string, Type> | null;
}

/** Nothing if the types do not settle, or if the program is too large. */
export function reportWholeScript(script: WholeScript): readonly Problem[] {
  if (script.units.length > MOST_UNITS || script.units.some(unit => hasReflection(script.program, unit))) return [];
  if ([...workspaceClasses(script.program)].some(({ dynamics }) => dynamics.length > 0)) return [];
  const types = new ScriptTypes(script);
  return types.settle() ? types.report() : [];
}

class ScriptTypes {
  private readonly callees = new Map<string, Callee>();
  private readonly bodies: readonly BodyUnit[];
  /** Types written, by place. */
  private readonly writes = new Map<string, Type>();
  private readonly reader: SummaryReader;
  private readonly members: ScriptMembers;
  /** Globals that were read before a run wrote them. */
  private readonly awaited = new Set<string>();
  private isChanged = false;
  private isTooLong = false;
  private depth = 0;

  constructor(private readonly script: WholeScript) {
    this.bodies = script.units.flatMap(unit => (unit.kind === 'method' ? [] : [unit]));
    for (const unit of script.units) if (unit.kind === 'method') this.add(unit);
    this.members = new ScriptMembers(script.program, (before, type) => this.joinInto(before, type));
    const { summaries } = script;
    this.reader = {
      ...summaries,
      fieldOf: (className, field, singleton, depth) =>
        this.closeField(summaries.fieldOf(className, field, singleton, depth)),
      globalOf: name => this.globalOf(name),
      memberOf: (className, member) => this.members.typeOf(className, member),
      elementOf: (method, depth) => this.elementOf(method, summaries.elementOf(method, depth)),
      resultOf: (call, depth) => this.resultOf(call, summaries.resultOf(call, depth)),
    };
  }

  private add(unit: Callee['unit']): void {
    const anchor = unit.info.definition?.anchor ?? '';
    const isOpen = unit.info.definition?.isBlock === true || this.callees.has(anchor) || unit.info.signature !== null;
    this.callees.set(anchor, {
      unit,
      params: new Map(),
      omitted: new Set(),
      isCalled: isOpen,
      isOpen,
      isRunning: false,
      result: BOTTOM,
      element: BOTTOM,
      defaults: null,
    });
  }

  /** True: the types no longer change. */
  settle(): boolean {
    const { program } = this.script;
    const outside = namesCalledFromOutside(program, this.script.units);
    for (const callee of this.callees.values()) if (outside(callee.unit.info)) this.open(callee);
    this.members.openCalledFromOutside(outside);
    let isNarrowed = false;
    for (let i = 0; i < MOST_ITERATIONS && !this.isTooLong; i++) {
      this.isChanged = false;
      for (const body of this.bodies) this.take(this.run(body, new Map()));
      for (const callee of this.callees.values()) if (callee.isCalled) this.runCallee(callee);
      if (this.isChanged) continue;
      if (isNarrowed) return [...this.awaited].every(name => this.writesOf(name).length > 0);
      // Results that were found before a container was filled are found again, with all parameters and writes known.
      for (const callee of this.callees.values()) {
        callee.result = BOTTOM;
        callee.element = BOTTOM;
      }
      this.openUncalledMethods();
      isNarrowed = true;
    }
    return false;
  }

  /** A method that nothing calls never runs, unless Ruby calls its name, as it does with some that the library has too. */
  private openUncalledMethods(): void {
    const idle = [...this.callees.values()].filter(({ isCalled }) => !isCalled);
    const isOfLibrary = idle.length === 0 ? null : namesOfLibrary(this.script.program);
    for (const callee of idle) if (isOfLibrary?.has(callee.unit.info.name)) this.open(callee);
  }

  report(): readonly Problem[] {
    const { surroundings } = this.script;
    return this.bodies.flatMap(unit => this.run(unit, new Map(), surroundings).problems);
  }

  private run(unit: Unit, assumed: ReadonlyMap<string, Type>, surroundings: WorkspaceView | null = null): ClosedRun {
    const { program, settings } = this.script;
    const input = { program, settings, readType: parseTypeInBody, summaries: this.reader };
    return runClosed(input, unit, assumed, surroundings);
  }

  private open(callee: Callee): void {
    if (callee.isOpen && callee.isCalled) return;
    callee.isOpen = true;
    callee.isCalled = true;
    this.isChanged = true;
  }

  /** Types of all parameters: what is not known is absent, so that a default counts. */
  private paramsOf({ unit, params, isOpen }: Callee): ReadonlyMap<string, Type> {
    const own = (unit.info.definition?.params ?? []).filter(({ kind }) => kind !== 'rest' && kind !== 'keyRest');
    const typeOf = (name: string, isOptional: boolean): [string, Type][] => {
      const type = isOpen ? DYNAMIC : params.get(name);
      return type === undefined && isOptional ? [] : [[name, type ?? BOTTOM]];
    };
    return new Map(own.flatMap(({ name, default: value }) => (name === null ? [] : typeOf(name, value !== null))));
  }

  private runCallee(callee: Callee): void {
    if (callee.isRunning) return;
    callee.isRunning = true;
    this.passDefaults(callee);
    const run = this.run(callee.unit, this.paramsOf(callee));
    callee.isRunning = false;
    callee.result = this.joinInto(callee.result, run.result);
    callee.element = this.joinInto(callee.element, run.element ?? DYNAMIC);
    this.take(run);
  }

  /** Parameters that a call omits have the types of their defaults, which a run without them finds. */
  private passDefaults(callee: Callee): void {
    if (callee.omitted.size === 0 || callee.isOpen) return;
    const given = [...this.paramsOf(callee)].map(
      ([name, type]) => [name, type.kind === 'bottom' ? DYNAMIC : type] as const,
    );
    callee.defaults ??= this.run(callee.unit, new Map(given.filter(([name]) => !callee.omitted.has(name)))).defaults;
    for (const name of callee.omitted) this.pass(callee, name, callee.defaults.get(name) ?? DYNAMIC);
  }

  private take(run: ClosedRun): void {
    const { calls, unresolved, opened, writes, isTooLong } = run;
    this.isTooLong ||= isTooLong;
    this.members.take(run);
    for (const { callee, args } of calls) {
      const target = this.calleeOf(callee);
      if (target) this.passArguments(target, args);
    }
    for (const key of opened) {
      const target = this.calleeOf(key);
      if (target) this.open(target);
    }
    for (const callee of this.callees.values()) {
      const { name } = callee.unit.info;
      if (unresolved.has(name) || (name === 'initialize' && unresolved.has('new'))) this.open(callee);
    }
    for (const { name, type, place } of writes) {
      const key = `${name} ${place.anchor} ${place.span.start}`;
      this.writes.set(key, this.joinInto(this.writes.get(key) ?? BOTTOM, type));
    }
  }

  private passArguments(callee: Callee, args: ReadonlyMap<string, Type>): void {
    if (!callee.isCalled) this.isChanged = true;
    callee.isCalled = true;
    for (const { name, default: value } of callee.unit.info.definition?.params ?? []) {
      if (name === null) continue;
      const type = args.get(name);
      if (type !== undefined) this.pass(callee, name, type);
      else if (value !== null && !callee.omitted.has(name)) {
        callee.omitted.add(name);
        this.isChanged = true;
      }
    }
  }

  private pass(callee: Callee, name: string, type: Type): void {
    callee.params.set(name, this.joinInto(callee.params.get(name) ?? BOTTOM, type));
  }

  private joinInto(before: Type, type: Type): Type {
    const hierarchy = hierarchyOf(this.script.program);
    const joined = limitType(hierarchy, joinAll([before, type], hierarchy)).type;
    if (printScheme(joined) === printScheme(before)) return before;
    this.isChanged = true;
    return joined;
  }

  private calleeOf(key: string): Callee | undefined {
    return this.callees.get(methodByKey(this.script.program, key)?.definition?.anchor ?? '');
  }

  /** By its summary if that says it all, else what its runs returned so far. */
  private resultOf({ method, self, assumed }: SummaryCall, said: Type): Type {
    const callee = hasDynamic(said) ? this.callees.get(method.definition?.anchor ?? '') : undefined;
    if (callee === undefined) return said;
    if (!callee.isCalled && !callee.isRunning && this.depth < DEEPEST) {
      this.passArguments(callee, new Map([...assumed].map(([name, type]) => [name, openContents(type)])));
      this.depth++;
      this.runCallee(callee);
      this.depth--;
    }
    return instantiateScheme(callee.result, new Map(), self ?? ownerType(method));
  }

  /** By its summary if that says it all, else what its runs passed so far. */
  private elementOf({ definition }: MethodInfo, said: Type | null): Type | null {
    const callee = said !== null && hasDynamic(said) ? this.callees.get(definition?.anchor ?? '') : undefined;
    return callee === undefined ? said : callee.element;
  }

  /** Nil before it is assigned. One that nothing assigns is reported without knowing the whole program. */
  private globalOf(name: string): Type | null {
    if (!/^\$[a-z]\w+$/.test(name) || this.script.program.globals.get(name)?.type) return null;
    const types = this.writesOf(name);
    if (types.length > 0) return openContents(joinAll([...types, NIL], hierarchyOf(this.script.program)));
    if (!this.script.surroundings.isGlobalAssigned(name)) return null;
    // A run that is still to come writes it.
    this.awaited.add(name);
    return BOTTOM;
  }

  /** Also of other fields with this name. */
  private writesOf(name: string): readonly Type[] {
    return [...this.writes].flatMap(([key, type]) => (key.startsWith(`${name} `) ? [type] : []));
  }

  private closeField(base: FieldSummary | null): FieldSummary | null {
    if (base === null || base.unknown.length > 0 || !hasDynamic(base.type)) return base;
    const known = base.writes.flatMap(({ type }) => (hasDynamic(type) ? [] : [type]));
    // Fields of other classes with this name count too: the type becomes wider, not wrong.
    const types = [...known, ...this.writesOf(base.name)];
    const joined = joinAll(base.mayBeUnset ? [...types, NIL] : types, hierarchyOf(this.script.program));
    const isOpen = base.isShared || losesUnknown(types, joined);
    const type = fillEmptyLiterals(isOpen ? openContents(joined) : joined);
    return { ...base, type, shown: type };
  }
}
