/**
 * Why vcgen generates an obligation, as data. Code that must tell obligations apart compares `kind`; the sentences that
 * people read are in obligations.ts and decide nothing.
 *
 * Each union is written as an interface from kind to fields, so that a table has one row per kind (Table below).
 */

/** The union of the cases in `Kind`. */
export type Case<Cases, Kind extends keyof Cases> = { [Each in Kind]: { readonly kind: Each } & Cases[Each] }[Kind];

/** Maps each case of a union to its words. */
export type Table<Cases, Words> = { [Kind in keyof Cases]: (of: Case<Cases, Kind>) => Words };

/** What is called. */
export interface CalleeNameCases {
  method: { readonly name: string };
  block: object;
  proc: object;
}

export type CalleeName<Kind extends keyof CalleeNameCases = keyof CalleeNameCases> = Case<CalleeNameCases, Kind>;

/** The value that an obligation constrains, by its role. */
export interface SubjectCases {
  result: object;
  /** `of`: null for the block of the method itself. */
  'block-result': { readonly of: string | null };
  argument: { readonly param: string | number; readonly callee: CalleeName };
  'rest-argument': { readonly callee: CalleeName };
  'keyword-argument': { readonly name: string; readonly callee: CalleeName };
  /** `method`: null if the sentence names it elsewhere. */
  /** `written`: the source of the receiver, if it is short. */
  receiver: { readonly method: string | null; readonly written?: string };
  operand: { readonly method: string };
  /** A field, a class variable or a global variable. */
  variable: { readonly name: string };
  'written-object': object;
  /** The object that the frame of a callee names. */
  'written-argument': { readonly param: string };
  'written-field': { readonly name: string };
  element: object;
  'new-element': object;
  value: object;
  'new-value': object;
  inserted: object;
  /** What a proc returns when it is called. */
  'proc-result': { readonly proc: Subject };
  held: { readonly container: Subject };
}

export type Subject<Kind extends keyof SubjectCases = keyof SubjectCases> = Case<SubjectCases, Kind>;

/** When an object must be consistent. */
export interface MomentCases {
  'end-of-initialize': object;
  'before-escape': object;
  'before-call': { readonly callee: CalleeName | null };
  'end-of-block': object;
  'after-assignment': object;
  return: object;
  raise: object;
}

export type Moment<Kind extends keyof MomentCases = keyof MomentCases> = Case<MomentCases, Kind>;

/** What a method writes. */
export interface WriteTargetCases {
  anything: object;
  /** A field, a Struct member, a class variable or a global variable. */
  variable: { readonly name: string };
  /** The contents of a container; `of`: the name of a variable that holds it; `field`: the field of self that held it on entry. */
  contents: { readonly of: string | null; readonly field: string | null };
}

export type WriteTarget<Kind extends keyof WriteTargetCases = keyof WriteTargetCases> = Case<WriteTargetCases, Kind>;

/** The label that forbids a write. */
export type WriteLabel = 'pure' | 'protects' | 'modifies';

export interface ReasonCases {
  /** Each clause about this value holds. */
  'clause-of': { readonly subject: Subject };
  'method-result': { readonly method: string };
  'method-raises': { readonly method: string };
  'whole-precondition': { readonly method: string };
  'not-nil': { readonly subject: Subject };
  'holds-no-nil': { readonly subject: Subject };
  'has-type': { readonly subject: Subject };
  'has-tuple-length': { readonly subject: Subject };
  'has-declared-keys': { readonly subject: Subject };
  'keeps-proc-contract': { readonly subject: Subject };
  'not-frozen': { readonly subject: Subject };
  'field-is-set': { readonly field: string; readonly when: Moment };
  'variable-is-set': { readonly name: string };
  'class-invariant': { readonly when: Moment };
  'loop-invariant-entry': object;
  'loop-invariant-preserved': object;
  /** `text`: its Ruby source, null if Ruby cannot express it. */
  'invariant-candidate': { readonly text: string | null };
  'array-keeps-length': object;
  write: { readonly target: WriteTarget; readonly label: WriteLabel };
  'result-not-new': object;
  deterministic: { readonly method: string; readonly ofNewObject: boolean };
  /** `exception`: its class, null if unknown. `allowed`: the classes that `raises:` names. */
  'does-not-escape': { readonly exception: string | null; readonly allowed: readonly string[] };
  'has-method': { readonly method: string };
  'pattern-matches': object;
  comparable: object;
  'comparable-range-ends': object;
  'block-given': object;
  arity: { readonly method: string };
  'lambda-arity': { readonly given: number };
  /** `most`: null if a rest parameter takes any number. */
  'splat-length': { readonly method: string; readonly least: number; readonly most: number | null };
  'required-keywords': { readonly method: string; readonly keywords: readonly string[] };
  'no-unknown-keywords': { readonly method: string };
  'nonzero-divisor': object;
  'nonzero-float-divisor': object;
  'finite-receiver': { readonly method: string };
  'nonnegative-receiver': { readonly method: string };
  'digits-base': object;
  'clamp-bounds-ordered': object;
  'clamp-range-includes-end': object;
  'array-index-in-range': object;
  'index-not-below-start': object;
  'index-leaves-no-gap': object;
  'index-is-machine-word': object;
  'index-within-string': object;
  'hash-has-key': object;
  'nonnegative-count': object;
  'nonnegative-array-size': object;
  'positive-slice-size': { readonly method: string };
  'satisfiable-precondition': object;
  'satisfiable-assumptions': { readonly owners: readonly string[] };
  'satisfiable-contract': { readonly owner: string };
  'some-run-ends': { readonly withinBounds: boolean };
  /** In the body of `method`, which the verified method inlines. */
  inlined: { readonly method: string; readonly reason: Reason };
  /** Required by the contract of `from`, which the method inherits. */
  inherited: { readonly from: string; readonly precondition: boolean; readonly reason: Reason };
}

export type Reason<Kind extends keyof ReasonCases = keyof ReasonCases> = Case<ReasonCases, Kind>;

/** The reason itself, without the contexts around it. */
export function innermostReason(reason: Reason): Reason {
  return reason.kind === 'inlined' || reason.kind === 'inherited' ? innermostReason(reason.reason) : reason;
}

export function methodNamed(name: string): CalleeName {
  return { kind: 'method', name };
}
