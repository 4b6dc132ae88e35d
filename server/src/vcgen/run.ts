/** A new run: nothing known, nothing asked. */

import { plainArgs } from './arguments';
import type { Run, VcgenInput } from './context';
import { send } from './dispatch';
import { evaluate } from './evaluate';
import { demandNoNilInside } from './nilInside';
import { demandCalls } from './procContracts';
import { demandLengths } from './tuples';

export function newRun(input: VcgenInput): Run {
  return {
    input,
    facts: [],
    obligations: [],
    onTrust: [],
    notModelled: [],
    taints: new Map(),
    functions: new Map(),
    bases: new Map(),
    classes: new Set(),
    lambda: [],
    inlined: new Set(),
    contracts: new Set(),
    assumptions: new Map(),
    caveats: new Map(),
    mayRaise: new Set(),
    watched: [],
    assumed: new Map(),
    divisions: [],
    bits: [],
    conjunctions: [],
    counter: 1,
    edges: [],
    freshCount: 0,
    quantifiers: 0,
    entry: null,
    localTypes: new Map(),
    steps: 0,
    comparing: 0,
    limit: null,
    underConstruction: null,
    active: [],
    allocates: false,
    made: [],
    madeInClauses: 0,
    general: { loops: 0, guesses: [] },
    frozenAsked: false,
    keysSince: null,
    hashCells: new Map(),
    frozenBases: new Map(),
    exposed: new Set(),
    hashKeys: [],
    given: { handed: new Map(), known: new Map() },
    watchedHashes: [],
    constantHashes: new Map(),
    rules: {
      demandLengths,
      demandNoNilInside,
      demandCalls,
      evaluate,
      send: (ctx, receiver, method, args, site, state) => send(ctx, receiver, method, plainArgs(args), site, state),
    },
  };
}
