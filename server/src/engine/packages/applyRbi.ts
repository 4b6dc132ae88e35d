/**
 * Lays what RBI files declare over the library: classes with superclass, modules, constants and typed methods, none of
 * which has a body. What Ruby's own signatures and the workspace's `sig/` declare stays; the workspace's RBI files take
 * precedence over signatures that gems ship (docs/types.md).
 */
import { anchorPath, type Place } from '../../base/span';
import { LayeredMap } from '../../program/layeredMap';
import { changedProgram } from '../../program/memos';
import type { ClassInfo, ConstantInfo, FieldInfo, MethodInfo, Origin, Program } from '../../program/program';
import { definitionType } from '../../resolve/definitionType';
import { resolve } from '../../resolve/resolve';
import { NO_LABELS } from '../../types/annotation';
import { showMethodType } from '../../types/show';
import { type BlockType, DYNAMIC, UNTYPED_METHOD } from '../../types/type';
import type { RbiReading } from './readRbi';

interface RbiMerge {
  readonly base: Program;
  readonly readings: ReadonlyMap<string, RbiReading>;
}

export function applyRbi(base: Program, readings: readonly RbiReading[]): Program {
  if (readings.length === 0) return base;
  const laying: RbiMerge = { base, readings: new Map(readings.map(one => [one.file.path, one])) };
  // RBI files require nothing, so this must not decide which libraries are loaded.
  const { libraries: _, ...open } = base;
  const { value } = resolve(
    readings.map(({ input }) => input),
    { ...open, memos: base.memos.next() },
  );
  const touched = value.classes instanceof LayeredMap ? value.classes.over : value.classes;
  const classes = new Map([...touched].map(([name, info]) => [name, mergeClass(laying, info)] as const));
  return changedProgram(base, {
    classes: new LayeredMap(classes, base.classes),
    aliases: value.aliases,
    aliasParams: value.aliasParams,
    descendants: value.descendants,
  });
}

/** A class that was known keeps what it has. */
function mergeClass(laying: RbiMerge, info: ClassInfo): ClassInfo {
  const before = laying.base.classes.get(info.name);
  const layMethods = (methods: Methods, known: Methods | undefined): Methods => mergeMethods(laying, methods, known);
  const methods = layMethods(info.methods, before?.methods);
  const singletonMethods = layMethods(info.singletonMethods, before?.singletonMethods);
  const constants = new Map([...info.constants].map(([name, one]) => [name, relocateField(laying, one)] as const));
  const fields = new Map([...info.fields].map(([name, one]) => [name, relocateField(laying, one)] as const));
  const mixins = info.mixins.map(one => ({ ...one, place: one.place && placeOf(laying, one.place) }));
  const places = info.places.map(one => placeOf(laying, one));
  const origin = before?.origin ?? (isOnlyInShims(laying, info) ? 'gem' : originAt(laying, info.places[0]));
  const shared = { methods, singletonMethods, constants, mixins, places, origin };
  const superclass = isOfRuby(before?.origin) ? (before?.superclass ?? info.superclass) : info.superclass;
  return { ...info, ...shared, superclass, fields, invariants: before?.invariants ?? [] };
}

type Methods = ClassInfo['methods'];

function mergeMethods(laying: RbiMerge, methods: Methods, known: Methods | undefined): Methods {
  const merged = new Map(known);
  for (const [name, method] of methods) {
    const before = known?.get(name);
    if (method === before) continue;
    const reading = readingOf(laying, method.place);
    const isStronger = before?.origin === 'gem' && reading?.file.of === 'workspace';
    if (before !== undefined && !isStronger) continue;
    merged.set(name, withoutBody(laying, method));
  }
  return merged;
}

/** A method may yield without a parameter for its block. */
const ANY_BLOCK: BlockType = { type: UNTYPED_METHOD, optional: true };

/** The definition only says what the parameters are. */
function withoutBody(laying: RbiMerge, method: MethodInfo): MethodInfo {
  const type = { ...definitionType(method.definition, DYNAMIC), block: ANY_BLOCK };
  const untyped = { type, text: showMethodType(type), place: null, labels: NO_LABELS, origin: null, nesting: [] };
  const { arms, labels } = method.signature ?? {
    arms: [{ ...untyped, notation: 'rbi' as const }],
    labels: NO_LABELS,
  };
  const placed = arms.map(arm => ({ ...arm, place: arm.place && placeOf(laying, arm.place) }));
  return {
    ...method,
    definition: null,
    synthetic: null,
    signature: { arms: placed, labels },
    place: method.place && placeOf(laying, method.place),
    origin: originAt(laying, method.place),
    redefinitions: [],
  };
}

function relocateField<T extends FieldInfo | ConstantInfo>(laying: RbiMerge, field: T): T {
  return { ...field, place: field.place && placeOf(laying, field.place) };
}

function originAt(laying: RbiMerge, place: Place | null | undefined): Origin {
  return readingOf(laying, place)?.file.of === 'workspace' ? 'workspace' : 'gem';
}

/** Files of Tapioca that describe whole classes; those that people write, the shims, only add to classes that exist. */
const GENERATED = /(^|[\\/])sorbet[\\/]rbi[\\/](gems|dsl|annotations)[\\/]/;

function isOnlyInShims(laying: RbiMerge, { places }: ClassInfo): boolean {
  const files = places.map(place => readingOf(laying, place)?.file);
  return files.every(file => file !== undefined && file.of === 'workspace' && !GENERATED.test(file.path));
}

function isOfRuby(origin: Origin | undefined): boolean {
  return origin === 'core' || origin === 'rbs';
}

function readingOf({ readings }: RbiMerge, place: Place | null | undefined): RbiReading | undefined {
  return place ? readings.get(anchorPath(place.anchor)) : undefined;
}

function placeOf(laying: RbiMerge, place: Place): Place {
  return readingOf(laying, place)?.placeOf(place) ?? place;
}
