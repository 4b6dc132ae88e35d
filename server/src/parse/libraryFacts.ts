/**
 * The words of `label` that only the library overlay has: what a method calls of the objects it is given, what it
 * returns, whether it exposes keys, runs its receiver or yields elements one by one.
 *   label :fetch, calls: { self: [:eql?], arguments: [:hash, :eql?] }, exposes_keys: false
 *   label :-@, returns: :frozen
 *   label :call, runs: :receiver
 *   label :each, yields: :elements
 *   label :sort, combines: :<=>
 *   label :send, reflects: :name
 *   label :system, touches: :world
 *   label :size, answers: :size
 *   label :key?, seeks: :key
 *   label :push, stores: :argument
 *   label :select, keeps: :truthy
 *   label :map, collects: :results
 *   label :zip, arranges: :rows
 *   label :sort_by, orders: :results
 *   label :join, descends: :arrays
 *   label :each, discards: :results
 *   label :size, repeats: :contents
 *   label :=~, matches: :result
 *   label :scan, keeps_block: false
 *   label :tr, interprets: :characters
 */
import { UNKNOWN_FACTS } from '../program/libraryFacts';
import type { CallbackOwner, LibraryFacts } from '../program/program';
import type { Expr } from '../ril/ril';
import { type AnnotationContext, keywordArguments, reportProblem } from './annotationContext';
import { literalName } from './staticString';

type Draft = { -readonly [K in keyof LibraryFacts]: LibraryFacts[K] };

interface Entry {
  readonly name: string;
  readonly value: Expr;
}

/** Null: none of these words is given. */
export function readLibraryFacts(ctx: AnnotationContext, entries: readonly Entry[]): LibraryFacts | null {
  const draft: Draft = { ...UNKNOWN_FACTS };
  const given = entries.filter(entry => isFact(entry.name));
  for (const { name, value } of given) READERS[name as Word](ctx, draft, value);
  return given.length > 0 ? draft : null;
}

export function isFact(name: string): boolean {
  return Object.hasOwn(READERS, name);
}

/** Labels of several statements say more together than each alone. */
export function joinFacts(a: LibraryFacts, b: LibraryFacts): LibraryFacts {
  return {
    calls: a.calls ?? b.calls,
    returns: a.returns ?? b.returns,
    exposesKeys: a.exposesKeys && b.exposesKeys,
    runsReceiver: a.runsReceiver || b.runsReceiver,
    yields: a.yields ?? b.yields,
    combines: a.combines ?? b.combines,
    reflects: a.reflects ?? b.reflects,
    touches: a.touches ?? b.touches,
    answers: a.answers ?? b.answers,
    seeks: a.seeks ?? b.seeks,
    stores: a.stores ?? b.stores,
    keeps: a.keeps ?? b.keeps,
    collects: a.collects ?? b.collects,
    arranges: a.arranges ?? b.arranges,
    orders: a.orders ?? b.orders,
    descends: a.descends ?? b.descends,
    discardsResults: a.discardsResults || b.discardsResults,
    repeats: a.repeats ?? b.repeats,
    matches: a.matches ?? b.matches,
    keepsBlock: a.keepsBlock && b.keepsBlock,
    interprets: a.interprets ?? b.interprets,
  };
}

/** Words with one of several values. */
const CHOICES = {
  returns: ['frozen', 'new', 'other', 'self'],
  reflects: ['name', 'code', 'definitions'],
  touches: ['world'],
  answers: [
    'size',
    'count',
    'empty',
    'key',
    'element',
    'fold',
    'every',
    'some',
    'no',
    'zero',
    'nonzero',
    'match',
    'group',
    'matched',
    'found',
    'class',
  ],
  seeks: ['key', 'keys', 'index'],
  stores: ['argument', 'contents', 'nothing'],
  keeps: ['truthy', 'falsy', 'matching', 'others'],
  collects: ['results', 'truthy', 'parts'],
  arranges: ['pairs', 'flat', 'columns', 'rows', 'steps', 'list', 'named'],
  yields: ['elements', 'pairs', 'indexed'],
  orders: ['results'],
  descends: ['arrays'],
  repeats: ['contents', 'identity', 'parts'],
  matches: ['result', 'alone', 'start', 'yielded', 'nothing'],
  interprets: ['characters', 'pattern', 'replacement'],
} as const;

type Choice = keyof typeof CHOICES;
type Word = 'calls' | 'exposes_keys' | 'keeps_block' | 'runs' | 'discards' | 'combines' | Choice;

/** Reports a value that the word does not have. */
function choose<Of extends Choice>(ctx: AnnotationContext, word: Of, value: Expr): (typeof CHOICES)[Of][number] | null {
  const name = literalName(value);
  const chosen = CHOICES[word].find(each => each === name) ?? null;
  const wanted = CHOICES[word].map(each => `\`:${each}\``).join(' or ');
  if (chosen === null) reportProblem(ctx, 'LP2204', value.span, { label: word, wanted });
  return chosen;
}

const READERS: Readonly<Record<Word, (ctx: AnnotationContext, draft: Draft, value: Expr) => void>> = {
  calls: (ctx, draft, value) => {
    draft.calls = readCalls(ctx, value);
  },
  returns: (ctx, draft, value) => {
    draft.returns = choose(ctx, 'returns', value);
  },
  exposes_keys: (ctx, draft, value) => {
    if (value.kind === 'lit' && value.value.type === 'false') draft.exposesKeys = false;
    else reportProblem(ctx, 'LP2204', value.span, { label: 'exposes_keys', wanted: '`false`' });
  },
  keeps_block: (ctx, draft, value) => {
    if (value.kind === 'lit' && value.value.type === 'false') draft.keepsBlock = false;
    else reportProblem(ctx, 'LP2204', value.span, { label: 'keeps_block', wanted: '`false`' });
  },
  runs: (ctx, draft, value) => {
    if (literalName(value) === 'receiver') draft.runsReceiver = true;
    else reportProblem(ctx, 'LP2204', value.span, { label: 'runs', wanted: '`:receiver`' });
  },
  yields: (ctx, draft, value) => {
    draft.yields = choose(ctx, 'yields', value);
  },
  combines: (ctx, draft, value) => {
    const operator = literalName(value);
    if (operator === '<=>' || operator === '+') draft.combines = operator;
    else reportProblem(ctx, 'LP2204', value.span, { label: 'combines', wanted: '`:<=>` or `:+`' });
  },
  reflects: (ctx, draft, value) => {
    draft.reflects = choose(ctx, 'reflects', value);
  },
  touches: (ctx, draft, value) => {
    draft.touches = choose(ctx, 'touches', value);
  },
  answers: (ctx, draft, value) => {
    draft.answers = choose(ctx, 'answers', value);
  },
  seeks: (ctx, draft, value) => {
    draft.seeks = choose(ctx, 'seeks', value);
  },
  stores: (ctx, draft, value) => {
    draft.stores = choose(ctx, 'stores', value);
  },
  keeps: (ctx, draft, value) => {
    draft.keeps = choose(ctx, 'keeps', value);
  },
  collects: (ctx, draft, value) => {
    draft.collects = choose(ctx, 'collects', value);
  },
  arranges: (ctx, draft, value) => {
    draft.arranges = choose(ctx, 'arranges', value);
  },
  orders: (ctx, draft, value) => {
    draft.orders = choose(ctx, 'orders', value);
  },
  descends: (ctx, draft, value) => {
    draft.descends = choose(ctx, 'descends', value);
  },
  discards: (ctx, draft, value) => {
    if (literalName(value) === 'results') draft.discardsResults = true;
    else reportProblem(ctx, 'LP2204', value.span, { label: 'discards', wanted: '`:results`' });
  },
  repeats: (ctx, draft, value) => {
    draft.repeats = choose(ctx, 'repeats', value);
  },
  matches: (ctx, draft, value) => {
    draft.matches = choose(ctx, 'matches', value);
  },
  interprets: (ctx, draft, value) => {
    draft.interprets = choose(ctx, 'interprets', value);
  },
};

function readCalls(ctx: AnnotationContext, value: Expr): LibraryFacts['calls'] {
  const calls: Record<CallbackOwner, readonly string[]> = { self: [], receiver: [], keys: [], arguments: [] };
  const entries = value.kind === 'hash' ? keywordArguments(value.entries) : null;
  for (const { name, value: listed } of entries ?? []) {
    const names = listed.kind === 'array' ? listed.elements.map(one => nameIn(one)) : [null];
    const owner = CALLBACK_OWNERS.find(each => each === name);
    if (owner && names.every(one => one !== null)) calls[owner] = names;
    else reportProblem(ctx, 'LP2204', listed.span, { label: 'calls', wanted: CALLS_FORM });
  }
  if (entries) return calls;
  reportProblem(ctx, 'LP2204', value.span, { label: 'calls', wanted: CALLS_FORM });
  return null;
}

const CALLBACK_OWNERS: readonly CallbackOwner[] = ['self', 'receiver', 'keys', 'arguments'];

const CALLS_FORM = 'methods of `self`, `receiver`, `keys` and `arguments`: `{ self: [:eql?], arguments: [:hash] }`';

function nameIn(arg: { readonly type: string; readonly value?: Expr | null }): string | null {
  return arg.type === 'positional' && arg.value ? literalName(arg.value) : null;
}
