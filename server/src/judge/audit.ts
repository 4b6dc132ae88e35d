/**
 * The soundness alarm: a method that was proved safe runs on many inputs with contracts checked. A violation means that
 * our proof is wrong (or, over reals, that floats differ from reals): it is reported as a bug of Loupe, never hidden.
 */
import { isRecord, parseJson } from '../base/json';
import { anchorPath } from '../base/span';
import { findInheritedAnnotations } from '../program/inheritedAnnotations';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import { withBody } from '../program/synthetic';
import { assumedCast, type Caveat } from '../proof/obligation';
import type { ReplayFile, ReplayScript } from '../proof/replay';
import type { Verdict } from '../proof/verdict';
import type { AuditInput } from './auditInput';
import { auditInputs, constructorsIn, type InputsWanted } from './auditInputs';
import { calleeContracts, calleesOf } from './replayCallees';
import { armWith, contractData, objectContracts } from './replayContract';
import { constantPaths, rubyQuote, schemasIn } from './replayScript';
import { findRepeated } from './sharedValues';

export interface AuditRequest {
  readonly program: Program;
  readonly method: MethodInfo;
  readonly verdict: Verdict;
  readonly files: readonly ReplayFile[];
  /** The line of its body, zero-based: another definition that replaced it is not audited. Null: not known. */
  readonly line: number | null;
  /** How many inputs must meet the precondition. */
  readonly wanted: number;
  /** How many inputs to generate, and which: different parts have different inputs. */
  readonly inputs: { readonly count: number; readonly part: number };
  readonly paramsOf?: InputsWanted['paramsOf'];
}

interface AuditFinding {
  readonly call: string;
  /** What broke: `r < 60 is false`, `ZeroDivisionError: divided by 0`. */
  readonly what: string;
  /** `float-gap`: the proof was over reals. */
  readonly kind: 'unsound' | 'float-gap';
}

export interface AuditReport {
  readonly tried: number;
  /** Inputs that met the precondition and ran. */
  readonly ran: number;
  readonly findings: readonly AuditFinding[];
  /** Assumptions of the verdict that some runs broke: those runs say nothing about the proof. */
  readonly assumptionsBroken: readonly string[];
  /** Why nothing could run; null: it could. */
  readonly couldNotRun: string | null;
}

const DEFAULT_SIZE = 6;

/** Null: there is no body to run. */
export function auditScript(request: AuditRequest): ReplayScript | null {
  const { program, verdict } = request;
  const method = withBody(program, request.method);
  const arms = armsOf(program, method);
  const [first] = arms;
  if (!method.definition || !first) return null;
  const path = anchorPath(method.definition.anchor);
  const inputs = auditInputs(program, method, {
    ...request.inputs,
    maxSize: sizeBound(verdict),
    integerLimit: integerLimit(verdict),
    arms,
    specialFloats: !verdict.caveats.some(caveat => caveat.type === 'reals'),
    distinct: verdict.caveats.some(caveat => caveat.type === 'distinct'),
    ...(request.paramsOf && { paramsOf: request.paramsOf }),
  });
  const callees = [
    ...new Set([...calleesOf(program, method), ...constructorsIn(program, inputs), ...ownersOf(program, verdict)]),
  ];
  const script = {
    load: [path],
    path,
    constants: constantPaths(program),
    schemas: schemasIn(program, request.files),
    contract: contractData(method, first),
    arms: arms.map(arm => contractData(method, arm)),
    callees: callees.flatMap(callee => calleeContracts(program, callee, armWith(callee, null))),
    objects: objectContracts(program, true),
    inputs,
    shared: sharedIn(inputs),
    wanted: request.wanted,
    line: method.definition === request.method.definition ? request.line : null,
    lines: false,
    mayRaise: verdict.mayRaise,
    assumed: assumedBy(verdict),
    bodiless: bodilessMethods(program),
    gems: gemMethods(program),
  };
  return { source: `Loupe::Audit.run(${rubyQuote(JSON.stringify(script))})`, files: request.files };
}

/** Every signature that the method was proved against: its own ones, and the inherited ones. */
function armsOf(program: Program, method: MethodInfo): readonly SignatureArm[] {
  const inherited = findInheritedAnnotations(program, method).flatMap(({ from }) => from.signature?.arms ?? []);
  return [...(method.signature?.arms ?? []), ...inherited];
}

/** The methods whose postconditions the verdict names as assumed: only these excuse a run. */
function assumedBy({ caveats }: Verdict): readonly string[] {
  return caveats.flatMap(caveat => (caveat.type === 'assuming' ? [caveat.what] : []));
}

/** The annotated methods that the proof relies on: a constructor may call them before the method runs. */
function ownersOf(program: Program, { assumptions }: Verdict): readonly MethodInfo[] {
  const owners = assumptions.flatMap(({ owner }) => methodByKey(program, owner) ?? []);
  return owners.filter(({ origin, signature }) => origin === 'workspace' && signature !== null);
}

/** Annotated methods without a visible definition: no run gets past their calls. */
function bodilessMethods(program: Program): readonly string[] {
  const open = methodsOf(program).filter(
    each => each.origin === 'workspace' && !each.definition && !each.synthetic && !each.aliasOf,
  );
  return [...new Set(open.map(each => each.name))];
}

/** Methods of gems, which the sandbox does not load: `Array#second`, `Array.wrap`. */
function gemMethods(program: Program): readonly string[] {
  const ofGems = methodsOf(program).filter(({ origin }) => origin === 'gem');
  return ofGems.map(({ owner, singleton, name }) => `${owner}${singleton ? '.' : '#'}${name}`);
}

function methodsOf(program: Program): readonly MethodInfo[] {
  return [...program.classes.values()].flatMap(info => [...info.methods.values(), ...info.singletonMethods.values()]);
}

/** Objects that occur in several places. */
function sharedIn(inputs: readonly AuditInput[]): readonly string[] {
  return inputs.flatMap(({ receiver, args }) => [...findRepeated([receiver, ...args.map(({ value }) => value)])]);
}

/** A proof for arrays of at most n says nothing about longer ones. */
function sizeBound(verdict: Verdict): number {
  const bounds = verdict.caveats.flatMap(caveat =>
    caveat.type === 'arrays'
      ? [caveat.bound]
      : caveat.type === 'loops' || caveat.type === 'recursion'
        ? [caveat.depth]
        : [],
  );
  return Math.min(DEFAULT_SIZE, ...bounds);
}

/**
 * A proof for integers of n bits says nothing about larger ones; a proof for n iterations says nothing about numbers
 * that cause more.
 */
function integerLimit({ caveats }: Verdict): number {
  const limits = caveats.flatMap(caveat =>
    caveat.type === 'bitvectors'
      ? [2 ** (caveat.width - 1)]
      : caveat.type === 'loops' || caveat.type === 'recursion'
        ? [caveat.depth]
        : [],
  );
  return Math.min(...limits);
}

/** A callee's assumption about its arguments concerns what this method passes: no input can ensure it. */
function assumedOfCallee(caveats: readonly Caveat[]): string | null {
  const found = caveats.find(caveat => caveat.type === 'distinct' && caveat.of !== undefined);
  return found?.type === 'distinct' ? `what ${found.of} assumes of its arguments` : null;
}

/** Output of Ruby -> report. The audited program could have written it, so everything is validated. */
export function readAudit(text: string, verdict: Verdict): AuditReport {
  const json = parseJson(text);
  if (!isRecord(json)) return reportNothingRun('the report of the run is damaged');
  if (typeof json.couldNotRun === 'string') return reportNothingRun(json.couldNotRun);
  const kind = verdict.caveats.some(caveat => caveat.type === 'reals') ? 'float-gap' : 'unsound';
  const findings = (Array.isArray(json.findings) ? json.findings : []).filter(isRecord);
  const broken = Array.isArray(json.assumptionsBroken) ? json.assumptionsBroken.map(String) : [];
  const excuse = findings.length > 0 ? (assumedCast(verdict.caveats) ?? assumedOfCallee(verdict.caveats)) : null;
  return {
    tried: Number(json.tried) || 0,
    ran: (Number(json.ran) || 0) - (excuse ? findings.length : 0),
    findings: excuse ? [] : findings.map(each => ({ call: String(each.call), what: String(each.what), kind })),
    assumptionsBroken: excuse ? [...broken, excuse] : broken,
    couldNotRun: null,
  };
}

export function reportNothingRun(why: string): AuditReport {
  return { tried: 0, ran: 0, findings: [], assumptionsBroken: [], couldNotRun: why };
}

/** Joins two parts of one audit. */
export function joinReports(one: AuditReport, other: AuditReport): AuditReport {
  return {
    tried: one.tried + other.tried,
    ran: one.ran + other.ran,
    findings: [...one.findings, ...other.findings],
    assumptionsBroken: [...new Set([...one.assumptionsBroken, ...other.assumptionsBroken])],
    couldNotRun: one.couldNotRun ?? other.couldNotRun,
  };
}
