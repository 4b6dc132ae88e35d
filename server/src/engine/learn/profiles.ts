/** Traces -> profile, and profiles -> one profile. A profile is sorted, so that equal knowledge is equal text. */
import {
  type LearnedMethod,
  type LearnedShape,
  type LearnedSite,
  type ObservedCalls,
  PROFILE_SCHEMA,
  type Profile,
  type TestLine,
} from '../../../../shared/src/profile';
import type { Trace } from '../../parse/trace';
import { joinValues, valuesOfTraces } from './observedValues';
import type { Recording } from './recordFiles';
import { mergeShapes, mergeSites, shapesOfTraces, sitesOfTraces } from './sites';

export function profileOfTraces(recording: Recording, traces: readonly Trace[]): Profile {
  const recorded = traces.filter(trace => trace.ruby !== null);
  const calls = recording.methods.map((): ObservedCalls[] => []);
  const classes: Record<string, string> = {};
  for (const trace of recorded) {
    for (const each of trace.classes) if (each?.path) classes[each.name] = each.path;
    const nameOf = (index: number): string | null => {
      const found = trace.classes[index];
      return found === undefined || found.status === 'other' ? null : found.name;
    };
    for (const call of trace.calls) {
      const { path, count } = call;
      const result = call.result === null ? null : (nameOf(call.result) ?? 'Object');
      calls[call.method]?.push({ classes: call.classes.map(nameOf), path, result, count, from: call.from });
    }
  }
  const methods = recording.methods.flatMap((method, id): readonly LearnedMethod[] => {
    const observed = calls[id] ?? [];
    const { measured, ...rest } = method;
    const values = valuesOfTraces(recorded, id, measured ?? null);
    return observed.length === 0 ? [] : [{ ...rest, calls: joinCalls(observed, add), ...(values && { values }) }];
  });
  const sites = sitesOfTraces(recording, recorded);
  const ruby = sortedSet(recorded.flatMap(trace => trace.ruby ?? []));
  return {
    schema: PROFILE_SCHEMA,
    ruby,
    processes: recorded.length,
    classes,
    methods: sortMethods(methods),
    sites,
    shapes: shapesOfTraces(recording, recorded, sites),
  };
}

/** Counts of the same calls: those of different runs add up, those of a repeated run do not. */
export type CountRule = 'add' | 'max';

const add = (a: number, b: number): number => Math.min(a + b, Number.MAX_SAFE_INTEGER);
const max = (a: number, b: number): number => Math.max(a, b);

export function mergeProfiles(profiles: readonly Profile[], rule: CountRule): Profile {
  const combine = rule === 'add' ? add : max;
  const methods = new Map<string, LearnedMethod>();
  for (const method of profiles.flatMap(profile => profile.methods)) {
    const key = keyOf(method);
    const known = methods.get(key);
    // Two entries for the same source agree in everything but their line, unless one is forged.
    const fits = known !== undefined && shapeOf(known) === shapeOf(method);
    if (known === undefined) methods.set(key, method);
    else if (fits) {
      const { values: mine, ...rest } = method;
      const values = joinValues(known.values ?? null, mine ?? null, combine);
      const calls = joinCalls([...known.calls, ...method.calls], combine);
      methods.set(key, { ...rest, calls, ...(values && { values }) });
    }
  }
  return {
    schema: PROFILE_SCHEMA,
    ruby: sortedSet(profiles.flatMap(profile => profile.ruby)),
    processes: profiles.map(profile => profile.processes).reduce((sum, each) => combine(sum, each), 0),
    classes: Object.assign({}, ...profiles.map(profile => profile.classes)),
    methods: sortMethods([...methods.values()]),
    sites: mergeSites(
      profiles.flatMap(profile => profile.sites),
      combine,
    ),
    shapes: mergeShapes(profiles.flatMap(profile => profile.shapes)),
  };
}

function keyOf({ path, name, fingerprint }: LearnedMethod): string {
  return `${path}\n${name}\n${fingerprint}`;
}

function shapeOf({ parameters, fields, outcomes }: LearnedMethod): string {
  return JSON.stringify([parameters, fields, outcomes.map(({ span: _, ...outcome }) => outcome)]);
}

function joinCalls(
  calls: readonly ObservedCalls[],
  combine: (a: number, b: number) => number,
): readonly ObservedCalls[] {
  const joined = new Map<string, ObservedCalls>();
  for (const call of calls) {
    const key = JSON.stringify([call.classes, call.path, call.result]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? call : joinTwo(known, call, combine));
  }
  return [...joined].sort(([a], [b]) => compareText(a, b)).map(([, call]) => call);
}

/** Of two tests the first in the order of their names, so that the order of profiles does not matter. */
function joinTwo(a: ObservedCalls, b: ObservedCalls, combine: (a: number, b: number) => number): ObservedCalls {
  const [from = null] = [a, b].flatMap(call => call.from ?? []).sort(compareLines);
  return { ...a, count: combine(a.count, b.count), from };
}

function compareLines(a: TestLine, b: TestLine): number {
  return compareText(a.path, b.path) || a.line - b.line;
}

function sortMethods(methods: readonly LearnedMethod[]): readonly LearnedMethod[] {
  return [...methods].sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

function sortedSet(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One entry a line, so that versions can be compared and merged line by line. */
export function printProfile(profile: Profile): string {
  const classes = Object.entries(profile.classes).sort(([a], [b]) => compareText(a, b));
  const methods = profile.methods.map(compactMethod);
  return [
    '{',
    `  "schema": ${profile.schema},`,
    `  "ruby": ${JSON.stringify(profile.ruby)},`,
    `  "processes": ${profile.processes},`,
    `  "classes": ${JSON.stringify(Object.fromEntries(classes))},`,
    `${printList('methods', methods)},`,
    `${printList('sites', profile.sites.map(compactSite))},`,
    printList('shapes', profile.shapes.map(compactShape)),
    '}',
    '',
  ].join('\n');
}

function printList(name: string, entries: readonly object[]): string {
  const lines = entries.map(entry => `    ${JSON.stringify(entry)}`);
  return lines.length === 0 ? `  "${name}": []` : `  "${name}": [\n${lines.join(',\n')}\n  ]`;
}

function compactSite({ at, uses, more, nested, ...site }: LearnedSite): object {
  return {
    ...site,
    at: [at.start, at.end],
    uses: uses.map(({ receiver, ofModule, value, count }) => [receiver, ofModule, value, count]),
    ...(more && { more }),
    ...(nested.length > 0 && { nested }),
  };
}

function compactShape({ methods, constants, ...shape }: LearnedShape): object {
  return {
    ...shape,
    ...(constants.length > 0 && { constants }),
    methods: methods.map(({ name, singleton, visibility, parameters, path, line, unit }) => [
      name,
      singleton,
      visibility,
      parameters,
      path,
      line,
      unit,
    ]),
  };
}

function compactSpan(span: { readonly start: number; readonly end: number } | null): readonly number[] {
  return span === null ? [] : [span.start, span.end];
}

function compactMethod(method: LearnedMethod): object {
  return {
    ...method,
    parameters: method.parameters.map(({ name, kind, recorded }) => (recorded ? [name, kind] : [name, kind, false])),
    outcomes: method.outcomes.map(({ kind, outcome, line, span }) => [kind, outcome, line, ...compactSpan(span)]),
    calls: method.calls.map(({ classes, path, result, count, from }) => [
      classes,
      path,
      result,
      count,
      ...(from === null ? [] : [from.path, from.line]),
    ]),
  };
}
