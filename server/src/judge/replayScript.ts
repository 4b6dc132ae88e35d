/**
 * Counterexample -> script for Ruby (server/ruby/lib/loupe/replay.rb): the files, the method, the values, and every
 * contract that Ruby checks on the way. `files` must contain the method's own file; others if the editor's source
 * differs from the disk, or all of them if there is no disk.
 */

import { anchorPath } from '../base/span';

import { keyParts } from '../program/methodKey';
import type { ClassInfo, MethodInfo, Program } from '../program/program';
import { isSchema, mayHaveRailsModels } from '../program/rails';
import { workspaceClasses } from '../program/workspace';
import type { ObligationKind } from '../proof/obligation';
import type { ReplayFile, ReplayScript } from '../proof/replay';
import type { RubyValue } from '../proof/rubyValue';
import type { Counterexample } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import type { AuditInput } from './auditInput';
import { auditInputs, constructorsIn } from './auditInputs';
import { inheritingSubclasses } from './auditObjects';
import { contractOfObligation } from './contractOfObligation';
import { expectedFailureOf } from './expectedFailure';
import { calleesOf } from './replayCallees';
import { buildersOf, constructorsOf, plainValues } from './replayConstructors';
import { armWith, type ContractData, clauseId, clausesOf, contractData, objectContracts } from './replayContract';
import type { ReplayRequest } from './replayRequest';
import { otherNumbers, simplerValues } from './replayShrink';
import { replaceOpenValues } from './replayValues';
import { findRepeated } from './sharedValues';
import { fits } from './wellTypedValue';

/** Null: there is no body to run. */
export function replayScript(request: ReplayRequest): ReplayScript | null {
  const path = pathOf(request);
  if (path === null) return null;
  const values = valuesOf(request.counterexample);
  const given = [values.receiver, ...values.args.map(arg => arg.value)];
  const common = {
    ...scriptContext(request, path, buildersOf(request.program, given)),
    constructors: constructorsOf(request.program, given),
    stubs: stubs(request),
  };
  const run = (chosen: Values): string => rubyCall('run', { ...common, ...chosen, shared: sharedIds(chosen) });
  const alternatives = request.callResults
    ? []
    : [...simplerValues(values).filter(each => conformToTypes(request, each)), ...otherBlocks(request, values)];
  return {
    source: run(values),
    files: request.files,
    ...(alternatives.length > 0
      ? {
          search: {
            source: rubyCall('search', { ...common, alternatives, wanted: expectedFailureOf(request) }),
            alternatives: alternatives.map(run),
          },
        }
      : {}),
  };
}

/** Simpler values must still match the signature: an empty array is not a pair. */
function conformToTypes({ method, obligation }: ReplayRequest, { args }: Values): boolean {
  const params = armWith(method, obligation.clause?.place ?? null)?.type.params ?? [];
  const positional = params.filter(param => !param.kind.toLowerCase().includes('key'));
  let position = 0;
  return args.every(arg => {
    const param = arg.keyword ? params.find(each => each.name === arg.name) : positional[position++];
    if (param?.kind === 'rest')
      return arg.value.kind !== 'array' || arg.value.elements.every(each => fits(each, param.type));
    return !param || fits(arg.value, param.type);
  });
}

type Input = Omit<AuditInput, 'arm'>;

/** How many inputs are tried if the model's own values break nothing. */
const OTHER_INPUTS = 300;
const OTHER_SIZE = 4;

/**
 * The solver knows a callee by its contract and an object by its fields. If its values break nothing in Ruby, others of
 * the same types may. Null: there is no body to run.
 */
export function otherInputsScript(request: ReplayRequest): ReplayScript | null {
  const path = pathOf(request);
  if (path === null) return null;
  const values = valuesOf(request.counterexample);
  const random = auditInputs(request.program, request.method, {
    count: OTHER_INPUTS,
    maxSize: OTHER_SIZE,
    arms: [armWith(request.method, request.obligation.clause?.place ?? null)].filter(arm => arm !== null),
  });
  const inputs: readonly Input[] = [
    ...withSubclassReceivers(request.program, request.method, values),
    ...otherNumbers(values),
    ...random,
  ];
  const common = {
    ...scriptContext(request, path, constructorsIn(request.program, random)),
    constructors: constructorsOf(request.program, [values.receiver, ...values.args.map(arg => arg.value)]),
  };
  const run = (chosen: Input): string => rubyCall('run', { ...common, ...chosen, shared: sharedIds(chosen) });
  return {
    source: run(inputs[0]!),
    files: request.files,
    search: {
      source: rubyCall('search', {
        ...common,
        shared: inputs.flatMap(sharedIds),
        alternatives: inputs,
        wanted: expectedFailureOf(request),
      }),
      alternatives: inputs.map(run),
    },
  };
}

/** A class's own method runs on its subclasses, too. */
function withSubclassReceivers(program: Program, method: MethodInfo, values: Values): readonly Input[] {
  return inheritingSubclasses(program, method).map(name => ({ ...values, receiver: { kind: 'class', name } }));
}

function pathOf({ method }: ReplayRequest): string | null {
  return method.definition ? anchorPath(method.definition.anchor) : null;
}

function scriptContext(request: ReplayRequest, path: string, constructors: readonly MethodInfo[]): object {
  const { method, program } = request;
  const clause = request.obligation.clause?.place ?? null;
  const callees = [...new Set([...calleesOf(program, method), ...constructors])];
  return {
    load: [path],
    path,
    constants: constantPaths(program),
    schemas: schemasIn(program, request.files),
    contract: contractData(method, armWith(method, clause)),
    also: inheritedContracts(request),
    entry: overriddenEntry(request),
    callees: callees.map(callee => contractData(callee, armWith(callee, clause))),
    objects: objectContracts(program),
    afterwards: isAboutUnsetFields(request.obligation.kind) ? objectContracts(program, true) : null,
    eachLine: request.obligation.kind === 'field-refinement',
    block: blockResults(request)[0] ?? null,
  };
}

function isAboutUnsetFields(kind: ObligationKind): boolean {
  return kind === 'non-nil' || kind === 'field-refinement';
}

/** `block`: what the passed block returns; absent: as the script says for all. */
type Values = Pick<Counterexample, 'receiver' | 'args'> & { readonly block?: RubyValue };

/** A method that requires a block gets one that returns the plainest value of its type. */
function blockResults({ method, obligation }: ReplayRequest): readonly RubyValue[] {
  const block = armWith(method, obligation.clause?.place ?? null)?.type.block;
  if (!block || block.optional) return [];
  const plain = plainValues(block.type.result);
  return plain.length > 0 ? plain : [{ kind: 'nil' }];
}

function otherBlocks(request: ReplayRequest, values: Values): readonly Values[] {
  return blockResults(request)
    .slice(1)
    .map(block => ({ ...values, block }));
}

function valuesOf({ receiver, args }: Counterexample): Values {
  return {
    receiver: receiver && replaceOpenValues(receiver),
    args: args.map(arg => ({ ...arg, value: replaceOpenValues(arg.value) })),
  };
}

function rubyCall(name: 'run' | 'search', script: object): string {
  return `Loupe::Replay.${name}(${rubyQuote(JSON.stringify(script))})`;
}

/** A single-quoted Ruby literal, without interpolation. */
export function rubyQuote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** An override or a mixin guarantee is checked by the inherited clause for the same call. */
function inheritedContracts(request: ReplayRequest): readonly ContractData[] {
  const place = request.obligation.clause?.place;
  if (!place) return [];
  const { method } = request;
  const wanted = clauseId(place);
  return [...request.program.classes.values()].flatMap(info =>
    methodsOfSameName(info, method).flatMap(other => {
      if (!other.signature || other.key === method.key) return [];
      const arm = other.signature.arms.find(each => clausesOf(each).some(clause => clauseId(clause.place) === wanted));
      return arm ? [{ ...contractData(other, arm), pre: [] }] : [];
    }),
  );
}

/** A caller may know only another inherited contract: arguments that it accepts are passed. */
function overriddenEntry({ program, method, obligation }: ReplayRequest): ContractData | null {
  const inherited = contractOfObligation(program, method, obligation.contract);
  return inherited ? contractData(inherited.from, armWith(inherited.from, obligation.clause?.place ?? null)) : null;
}

/** A module that a class extends describes the class's singleton methods by its own instance methods. */
function methodsOfSameName(info: ClassInfo, method: MethodInfo): readonly MethodInfo[] {
  const maps = method.singleton ? [info.singletonMethods, info.methods] : [info.methods];
  return maps.flatMap(map => map.get(method.name) ?? []);
}

/** The file that defines each constant of the workspace: files that expect others to be loaded find them this way. */
export function constantPaths(program: Program): Readonly<Record<string, string>> {
  const paths: Record<string, string> = {};
  for (const info of program.classes.values()) {
    const place = info.places[0];
    if (info.origin === 'workspace' && place) paths[info.name] = anchorPath(place.anchor);
  }
  return paths;
}

/** The files with the columns of records, for a Ruby without Rails. */
export function schemasIn(program: Program, files: readonly ReplayFile[]): readonly string[] {
  if (!mayHaveRailsModels(workspaceClasses(program))) return [];
  return files.map(file => file.path).filter(isSchema);
}

function sharedIds({ receiver, args }: Input): readonly string[] {
  return [...findRepeated([receiver, ...args.map(arg => arg.value)])];
}

function stubs(request: ReplayRequest): readonly object[] {
  const byMethod = new Map<MethodKey, { readonly value: RubyValue; readonly line: number | null }[]>();
  for (const { method, value, place } of request.callResults ?? []) {
    const line = place ? (request.lineOf(place)?.line ?? null) : null;
    byMethod.set(method, [...(byMethod.get(method) ?? []), { value, line }]);
  }
  return [...byMethod].map(([key, values]) => ({ ...keyParts(key), values }));
}
