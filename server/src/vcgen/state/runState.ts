/**
 * The state of one run, by role. Except for names and hazards it consists of the trail's containers, so
 * `trail.undo(mark)` restores all of it (test/unit/vcgen/trail.test.ts).
 */
import type { Place } from '../../base/span';
import type { Formula, FunctionDeclaration } from '../../logic/formula';
import type { Construct } from '../../problems/constructs';
import type { LambdaLine } from '../../proof/lambda';
import type {
  Assumption,
  Caveat,
  InferredFrom,
  InferredInvariant,
  KnownFact,
  KnownThere,
  Obligation,
  Watched,
} from '../../proof/obligation';
import type { RegexpPattern } from '../../ril/regexp/pattern';
import type { Group } from '../../ril/regexpGroups';
import type { Type } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import type { HeapKey } from './heapKey';
import { KeySet } from './keyedMap';
import type { LocalKey } from './localKey';
import type { ReceivedTuples } from './received';
import type { Epoch } from './state';
import { Taints } from './taints';
import { Trail, type TrailCell, type TrailList, type TrailMap, type TrailSet } from './trail';
import type { Ref, Val } from './value';

/** Counters of names. Never undone: a name that was used once stays taken, and solve/ renumbers symbols anyway. */
interface Names {
  /** The number of the newest symbol, frame or scope. */
  counter: number;
  /** How many symbols were created: a quantified clause must create none. */
  freshCount: number;
  /** Bound variables so far. */
  quantifiers: number;
  /** Objects allocated by clauses so far. */
  clauseObjects: number;
}

/** What bounds the work of a run. */
interface Fuel {
  /** Expressions evaluated so far. */
  readonly steps: TrailCell<number>;
  /** Blocks that are being run, each inside of the one before. */
  readonly nestedBlocks: TrailCell<number>;
}

/** What queries may assume, and the functions and classes that their formulas mention. */
interface Hypotheses {
  readonly facts: TrailList<Fact>;
  /** Conditions under which an enclosing rescue handles an exception; evaluate excludes them from the normal exit. */
  readonly edges: TrailList<Formula>;
  /** Base symbols by the term about which their facts are already assumed. */
  readonly assumed: TrailMap<Formula, ReadonlySet<string>>;
  readonly divisions: TrailList<{ readonly a: Formula; readonly b: Formula; readonly q: Formula; readonly r: Formula }>;
  /** Integers split into bits, and pairs of which the common bits are known (boundedBits.ts). */
  readonly bits: TrailList<{ readonly term: Formula; readonly bits: readonly Formula[] }>;
  readonly conjunctions: TrailList<{ readonly a: Formula; readonly b: Formula; readonly both: Formula }>;
  readonly functions: TrailMap<string, FunctionDeclaration>;
  readonly classes: TrailSet<string>;
}

/** What the run reports: obligations, and what they depend on. */
interface RunResults {
  readonly obligations: TrailList<Obligation>;
  /** Contracts assumed for methods without a body. */
  readonly trusted: TrailList<TrustedAssumption>;
  /** `part`: it leaves a value open, which may be any of its type; it counts only where an obligation depends on it that is not proved. */
  readonly notModelled: TrailList<{
    readonly construct: Construct;
    readonly place: Place;
    readonly part?: true;
  }>;
  /** Obligations that were not generated, and the index into notModelled of each thing that they depend on. */
  readonly affected: TrailList<{ readonly index: number; readonly obligation: string }>;
  /** By kind: entries of `obligations` and `affected`. */
  readonly numbers: TrailMap<string, number>;
  /** Symbols and indices into notModelled. */
  readonly taints: Taints;
  readonly assumptions: TrailMap<string, Assumption>;
  readonly caveats: TrailMap<string, Caveat>;
  /** The caveats at the end of the body. */
  readonly bodyCaveats: TrailCell<readonly Caveat[]>;
  /** A field has an inferred type, which does not exclude values that the program never writes. */
  readonly inferredFrom: TrailCell<InferredFrom | null>;
  readonly mayRaise: TrailSet<string>;
  readonly inlined: TrailSet<MethodKey>;
  readonly contracts: TrailSet<MethodKey>;
  /** Loops verified for an arbitrary iteration, and the invariant candidates for them. */
  readonly generalLoops: TrailCell<number>;
  readonly candidates: TrailList<InferredInvariant>;
}

/** What is shown of a counterexample, and the printed form of the run. */
interface Trace {
  readonly lambda: TrailList<LambdaLine>;
  readonly watched: TrailList<Watched>;
  readonly watchedHashes: TrailList<{ readonly of: string; readonly ref: Formula; readonly type: Type }>;
  /** Keys that were looked up in hashes, for the judge. */
  readonly hashKeys: TrailList<Formula>;
  /** What is known so far, in terms of the source. */
  readonly known: TrailList<KnownFact>;
  readonly knownThere: TrailCell<KnownThere | null>;
}

export interface KnownRegexp {
  /** The groups that take part in every match. */
  readonly certain: readonly Group[];
  /** Null: what it matches is unknown. */
  readonly read: RegexpPattern | null;
}

/** Facts about objects and heap maps that are not part of the symbolic state. */
interface HeapNotes {
  /** Base symbols of heap maps, by name. */
  readonly bases: TrailMap<string, { readonly key: HeapKey; readonly epoch: Epoch & { readonly kind: 'base' } }>;
  /** This method allocates objects; their fields may be nil although their types exclude it. */
  readonly allocates: TrailCell<boolean>;
  /** Objects of exactly their class that were allocated in this method. */
  readonly allocated: TrailList<Val & { readonly kind: 'ref' }>;
  /** Arguments and results of calls, with what containers held when they were passed. */
  readonly received: ReceivedTuples;
  /** Elements of arrays as they were made, with the types of the arrays. */
  readonly tuples: TrailMap<Formula, Type>;
  /** Containers among the arguments, by the names of their parameters. */
  readonly containerArguments: TrailList<{ readonly name: string; readonly term: Formula }>;
  /** Entries of constants that are frozen hashes, by symbol. */
  readonly constantHashes: TrailMap<string, readonly { readonly key: Formula; readonly value: Formula }[]>;
  /** Hashes that a loop has changed, by the symbols for their keys and values: the keys present after the loop. */
  readonly hashCells: TrailMap<string, { readonly present: Formula; readonly alloc: Formula }>;
  /** Literal regexps by their symbols. */
  readonly regexps: TrailMap<string, KnownRegexp>;
  /** Maps of frozen objects by their symbol, with the newest object that each covers. */
  readonly frozenBases: TrailMap<string, Formula>;
}

/**
 * Operations found anywhere in the code. Never undone: a loop body is evaluated once to find its effects, and what its
 * last line does may have happened in an earlier iteration when its first line runs.
 */
interface Hazards {
  /** The code tests whether an object is frozen: from then on no object is assumed to be unfrozen. */
  frozenAsked: boolean;
  /** The counter of names when a hash first returned keys that may be strings; null: none did (frozenKeys.ts). */
  keysSince: number | null;
  /** Locals that an escaped proc may write at any time. */
  readonly capturedLocals: KeySet<LocalKey>;
  /** Scopes whose locals, present and future, a `binding` may write at any time. */
  readonly capturedScopes: Set<number>;
  /** Frames whose `$~` an escaped proc may set. */
  readonly capturedMatches: Set<number>;
  /** Writes through containers that are arguments (aliasedContainers.ts). */
  readonly contentsWrites: ContentsWrite[];
}

export interface RunState {
  readonly trail: Trail;
  readonly names: Names;
  readonly fuel: Fuel;
  readonly hypotheses: Hypotheses;
  readonly results: RunResults;
  readonly trace: Trace;
  readonly heapNotes: HeapNotes;
  readonly hazards: Hazards;
}

export function newRunState(): RunState {
  const trail = new Trail();
  return {
    trail,
    names: {
      counter: 1,
      freshCount: 0,
      quantifiers: 0,
      clauseObjects: 0,
    },
    fuel: {
      steps: trail.cell(0),
      nestedBlocks: trail.cell(0),
    },
    hypotheses: {
      facts: trail.list(),
      edges: trail.list(),
      assumed: trail.map(),
      divisions: trail.list(),
      bits: trail.list(),
      conjunctions: trail.list(),
      functions: trail.map(),
      classes: trail.set(),
    },
    results: {
      obligations: trail.list(),
      trusted: trail.list(),
      notModelled: trail.list(),
      affected: trail.list(),
      numbers: trail.map(),
      taints: new Taints(trail),
      assumptions: trail.map(),
      caveats: trail.map(),
      bodyCaveats: trail.cell([]),
      inferredFrom: trail.cell<InferredFrom | null>(null),
      mayRaise: trail.set(),
      inlined: trail.set(),
      contracts: trail.set(),
      generalLoops: trail.cell(0),
      candidates: trail.list(),
    },
    trace: {
      lambda: trail.list(),
      watched: trail.list(),
      watchedHashes: trail.list(),
      hashKeys: trail.list(),
      known: trail.list(),
      knownThere: trail.cell<KnownThere | null>(null),
    },
    heapNotes: {
      bases: trail.map(),
      allocates: trail.cell(false),
      allocated: trail.list(),
      received: { handed: trail.map(), known: trail.map() },
      tuples: trail.map(),
      containerArguments: trail.list(),
      constantHashes: trail.map(),
      hashCells: trail.map(),
      regexps: trail.map(),
      frozenBases: trail.map(),
    },
    hazards: {
      frozenAsked: false,
      keysSince: null,
      capturedLocals: new KeySet(),
      capturedScopes: new Set(),
      capturedMatches: new Set(),
      contentsWrites: [],
    },
  };
}

export interface Fact {
  readonly formula: Formula;
  /** About the state on entry: kept in every query, so that counterexamples meet the precondition. */
  readonly entry: boolean;
}

export interface TrustedAssumption {
  readonly owner: string;
  readonly place: Place;
  readonly path: Formula;
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
}

export interface ContentsWrite {
  readonly container: Ref;
  /** By type parameter: the types of the values that were stored. */
  readonly put: readonly Type[];
  readonly path: Formula;
}
