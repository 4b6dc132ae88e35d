/**
 * unit + Program -> inference reports. The rules of the checker run over code without annotations; what raises whenever
 * it is evaluated is reported (check/certain). Types that are not known are %dyn, which stops every report.
 */
import type { Problem } from '../base/problem';
import type { AnchorId } from '../base/span';
import type { BodyUnit, Unit } from '../program/unit';
import type { Declaration } from '../ril/declarations';
import { reportBrokenBody, reportOtherKind, reportSuperclass } from './certain/classBodies';
import { reportContradictedHint } from './certain/contradictedHints';
import { type Base, capturesAreFinal, runMethod } from './run/run';
import { type CheckInput, newContext } from './setup/newContext';
import type { Ctx, Inference } from './state/context';
import { newMemory, newOutput } from './state/context';
import type { Env } from './state/env';
import { EMPTY_ENV } from './state/env';
import { dropReports, markReports } from './state/report';

/** What a unit must know about the code around it. */
export type WorkspaceView = Pick<
  Inference,
  | 'mayBeDefinedElsewhere'
  | 'mayBeOpenedElsewhere'
  | 'mayBeDefinedByName'
  | 'isWrittenOnce'
  | 'mayBeShadowed'
  | 'mayWriteLocals'
  | 'usesRefinements'
  | 'isGlobalAssigned'
  | 'isExpected'
  | 'isInstantiated'
  | 'isRunnable'
>;

/** Expressions that may be checked for the reports of a unit, with the calls that it makes; what follows is unknown. */
const MOST_STEPS = 1_000_000;

export function inferUnit(unit: Unit, input: CheckInput, surroundings: WorkspaceView): readonly Problem[] {
  const context = newContext({ ...input, inference: inferenceFor(unit, surroundings) });
  const base = { ...context, memory: newMemory(MOST_STEPS) };
  return unit.kind === 'method' ? inferMethod(base, unit.info) : inferBody(base, unit);
}

export function inferenceFor(unit: Unit, surroundings: WorkspaceView): Inference {
  const isScript = unit.kind === 'script';
  const progress = { mayHaveEnded: false };
  const start = {
    rescued: [],
    given: null,
    isOnEveryPath: true,
    isUncertain: false,
    later: new Set<string>(),
    progress,
  };
  return { ...surroundings, ...start, isScript };
}

function inferMethod(base: Base, info: Extract<Unit, { kind: 'method' }>['info']): readonly Problem[] {
  if (info.definition === null || info.definition.broken) return [];
  const run = runMethod(base, info, { arm: null, self: null, assumed: new Map(), silent: false });
  reportContradictedHint(run, info);
  return run.out.problems;
}

function inferBody(base: Base, unit: BodyUnit): readonly Problem[] {
  const ctx = runBodyUnit(base, unit);
  reportBrokenBody(ctx, unit);
  return ctx.out.problems;
}

/** Twice if a local is assigned after a block that captured it: its types are known only after a first pass. */
export function runBodyUnit(base: Base, unit: BodyUnit): Ctx {
  const out = newOutput();
  const frame: Ctx['frame'] = {
    method: null,
    anchor: '',
    nesting: unit.nesting,
    selfType: unit.self,
    result: null,
    resultFrom: [],
    block: 'unknown',
    returns: [],
    params: new Map(),
    declared: new Map(),
    assigned: new Map(),
    clause: null,
    script: scriptOf(unit),
  };
  const ctx: Ctx = { ...base, frame, out, jumps: null, lambda: null, silent: false };
  const before = markReports(ctx);
  runDeclarations(ctx, unit);
  if (!capturesAreFinal(ctx)) {
    dropReports(ctx, before);
    frame.returns.length = 0;
    frame.declared.clear();
    runDeclarations(ctx, unit);
  }
  return ctx;
}

function scriptOf({ declarations }: BodyUnit): NonNullable<Ctx['frame']['script']> {
  const body = declarations.flatMap(each => (each.kind === 'statement' ? [each.expr] : []));
  const anchors = new Set(declarations.map(each => each.anchor));
  return { body: { kind: 'seq', body, span: { start: 0, end: 0 } }, anchors };
}

function runDeclarations(ctx: Ctx, { declarations }: BodyUnit): void {
  let env: Env = EMPTY_ENV;
  // Shrinks from declaration to declaration: rules look at it only while theirs is run.
  const later = new Set(declarations.flatMap(methodAnchors));
  const here = ctx.inference === null ? ctx : { ...ctx, inference: { ...ctx.inference, later } };
  declarations.forEach((declaration, i) => {
    for (const anchor of methodAnchors(declaration)) later.delete(anchor);
    env = runDeclaration(here, env, declaration, declarations.slice(0, i));
  });
}

function methodAnchors(declaration: Declaration): readonly AnchorId[] {
  if (declaration.kind === 'method') return [declaration.anchor];
  return declaration.kind === 'singleton' ? declaration.body.flatMap(methodAnchors) : [];
}

function runDeclaration(ctx: Ctx, env: Env, declaration: Declaration, earlier: readonly Declaration[]): Env {
  const here: Ctx = { ...ctx, frame: { ...ctx.frame, anchor: declaration.anchor } };
  switch (declaration.kind) {
    case 'statement':
      return ctx.rules.expr(here, env, declaration.expr, null).env;
    case 'constant':
      return ctx.rules.expr(here, env, declaration.value, null).env;
    case 'class': {
      const after = declaration.superclass === null ? env : ctx.rules.expr(here, env, declaration.superclass, null).env;
      reportOtherKind(here, after, declaration, earlier);
      reportSuperclass(here, after, declaration, earlier);
      return after;
    }
    case 'singleton':
      return ctx.rules.expr(here, env, declaration.target, null).env;
    case 'module':
      reportOtherKind(here, env, declaration, earlier);
      return env;
    case 'alias':
    case 'method':
    case 'undef':
    case 'comment':
      return env;
  }
}
