/**
 * The sentences of obligations: one row per kind of reason, worded for `required`, `proved` and `failed`. No code reads
 * them back: code that depends on a reason compares its `kind` (reason.ts).
 */
import type {
  CalleeName,
  CalleeNameCases,
  Moment,
  MomentCases,
  Reason,
  ReasonCases,
  Subject,
  SubjectCases,
  Table,
  WriteLabel,
  WriteTarget,
  WriteTargetCases,
} from './reason';

export interface ReasonWords {
  /** What must hold. */
  readonly required: string;
  /** The same once it is proved. */
  readonly proved: string;
  /** What is wrong if it does not hold. */
  readonly failed: string;
}

export const CALLEES: Table<CalleeNameCases, string> = {
  method: ({ name }) => name,
  block: () => 'the block',
  proc: () => 'the proc',
};

export const SUBJECTS: Table<SubjectCases, string> = {
  result: () => 'the result',
  'block-result': ({ of }) => (of === null ? 'the result of the block' : `the result of the block given to ${of}`),
  argument: ({ param, callee }) => `argument ${param} of ${showCallee(callee)}`,
  'rest-argument': ({ callee }) => `an argument of ${showCallee(callee)}`,
  'keyword-argument': ({ name, callee }) => `${name} of ${showCallee(callee)}`,
  receiver: ({ method }) => (method === null ? 'the receiver' : `the receiver of ${method}`),
  operand: ({ method }) => `the operand of ${method}`,
  variable: ({ name }) => `value of ${name}`,
  'written-object': () => 'the written object',
  'written-argument': ({ param }) => `argument ${param}`,
  'written-field': ({ name }) => name,
  element: () => 'the element',
  'new-element': () => 'the new element',
  value: () => 'the value',
  'new-value': () => 'the new value',
  inserted: () => 'the added value',
  'proc-result': ({ proc }) =>
    proc.kind === 'result' ? 'the result of the returned proc' : `the result of ${showSubject(proc)}`,
  held: ({ container }) => `the contents of ${showSubject(container)}`,
};

export const MOMENTS: Table<MomentCases, string> = {
  'end-of-initialize': () => 'at the end of initialize',
  'before-escape': () => 'before the object escapes',
  'before-call': ({ callee }) => (callee === null ? 'before this call' : `before this call of ${showCallee(callee)}`),
  'end-of-block': () => 'at the end of the block',
  'after-assignment': () => 'after this assignment',
  return: () => 'when the method returns',
  raise: () => 'when the method raises',
};

export const WRITES: Table<WriteTargetCases, string> = {
  anything: () => 'may write anything',
  variable: ({ name }) => `writes ${name}`,
  contents: ({ of }) => `writes the contents of ${of ?? 'an object'}`,
};

export const WRITE_LABELS: Record<WriteLabel, string> = {
  pure: 'which a pure method may not',
  protects: 'which `protects:` names',
  modifies: 'which `modifies:` does not list',
};

export const REASONS: Table<ReasonCases, ReasonWords> = {
  'clause-of': ({ subject }) => claim(showSubject(subject)),
  'method-result': ({ method }) => claim(`the result of ${method}`),
  'method-raises': ({ method }) => claim(`what ${method} guarantees when it raises`),
  'whole-precondition': ({ method }) => claim(`the precondition of ${method}`),
  'not-nil': ({ subject }) => claim(`${showSubject(subject)} is not nil`),
  'holds-no-nil': ({ subject }) => claim(`${showSubject(subject)} contains no nil`),
  'has-type': ({ subject }) => claim(`${showSubject(subject)} has the required type`),
  'has-tuple-length': ({ subject }) => claim(`${showSubject(subject)} has as many elements as its type requires`),
  'keeps-proc-contract': ({ subject }) => claim(`${showSubject(subject)} satisfies the contract of its type`),
  'not-frozen': ({ subject }) => claim(`${showSubject(subject)} is not frozen`),
  'field-is-set': ({ field, when }) => claim(`${field} ${showMoment(when)}`),
  'variable-is-set': ({ name }) => claim(`${name} has been set`),
  'class-invariant': ({ when }) => claim(`the class invariant holds ${showMoment(when)}`),
  'loop-invariant-entry': () => claim('the invariant holds before the loop'),
  'loop-invariant-preserved': () => claim('the invariant holds after each iteration'),
  'invariant-candidate': ({ text }) => claim(text ?? 'an invariant candidate of this loop'),
  'array-keeps-length': () => claim('the array keeps its length'),
  write: ({ target, label }) => {
    const written = `${showWrite(target)}, ${WRITE_LABELS[label]}`;
    return { ...claim(written), failed: `it ${written}` };
  },
  'result-not-new': () => claim('the result is not a new object'),
  deterministic: ({ method, ofNewObject }) =>
    claim(`${method}${ofNewObject ? ' of a new object' : ''} always returns the same result`),
  'does-not-escape': ({ exception }) => claim(`${exception ?? 'an exception'} does not escape`),
  'has-method': ({ method }) => claim(`the receiver has a method ${method}`),
  'pattern-matches': () => claim('one of the patterns matches'),
  comparable: () => claim('the two values can be compared'),
  'comparable-range-ends': () => claim('the ends of the range can be compared'),
  'block-given': () => claim('a block is passed'),
  arity: ({ method }) => claim(`${method} receives the arguments that it takes`),
  'lambda-arity': ({ given }) => claim(`the lambda takes the number of arguments that it receives (${given})`),
  'splat-length': ({ method, least, most }) =>
    claim(`the splat passed to ${method} has as many elements as its parameters take (${showCount(least, most)})`),
  'required-keywords': ({ method, keywords }) =>
    claim(`the hash has the keywords that ${method} needs (${keywords.join(', ') || 'none'})`),
  'no-unknown-keywords': ({ method }) => claim(`the hash has no keywords that ${method} does not take`),
  'nonzero-divisor': () => claim('the divisor is not zero'),
  'nonzero-float-divisor': () => claim('the divisor is not 0.0 (the result would be NaN or an infinity)'),
  'finite-receiver': ({ method }) => claim(`the receiver of ${method} is finite`),
  'nonnegative-receiver': ({ method }) => claim(`the receiver of ${method} is not negative`),
  'digits-base': () => claim('the base of digits is at least 2'),
  'clamp-bounds-ordered': () => claim('the bounds of clamp are in order'),
  'clamp-range-includes-end': () => claim('the range passed to clamp includes its end'),
  'array-index-in-range': () => claim('the index of fetch is in range'),
  'index-not-below-start': () => claim('the index is not too far to the left'),
  'index-leaves-no-gap': () => claim('the index leaves no gap of nils'),
  'index-is-machine-word': () => claim('the index fits into a machine word'),
  'index-within-string': () => claim('the index is within the string'),
  'hash-has-key': () => claim('fetch finds the key'),
  'nonnegative-count': () => claim('the number of elements is not negative'),
  'nonnegative-array-size': () => claim('the size of the array is not negative'),
  'positive-slice-size': ({ method }) => claim(`the size passed to ${method} is positive`),
  'satisfiable-precondition': () => claim('no input meets the precondition'),
  'satisfiable-assumptions': ({ owners }) =>
    claim(`no run returns: the assumptions about ${owners.join(', ')} contradict each other`),
  'satisfiable-contract': ({ owner }) =>
    claim(`no run continues after this call: the postcondition of ${owner} contradicts itself, or what is known here`),
  'some-run-ends': ({ withinBounds }) => claim(withinBounds ? 'no run ends within the bounds' : 'no run ends'),
  inlined: ({ method, reason }) => addToEach(showReason(reason), `, in ${method}`),
  inherited: ({ from, precondition, reason }) =>
    addToEach(showReason(reason), precondition ? `, which ${from} does not require` : `, as ${from} guarantees`),
};

/** The wording of most reasons: one sentence that holds or does not. */
function claim(sentence: string): ReasonWords {
  return { required: sentence, proved: sentence, failed: `nothing guarantees that ${sentence}` };
}

function addToEach({ required, proved, failed }: ReasonWords, end: string): ReasonWords {
  return { required: required + end, proved: proved + end, failed: failed + end };
}

function showCount(least: number, most: number | null): string {
  if (most === null) return `at least ${least}`;
  return least === most ? `${most}` : `${least} to ${most}`;
}

export function showReason<Kind extends keyof ReasonCases>(reason: Reason<Kind>): ReasonWords {
  return REASONS[reason.kind](reason);
}

/** The user's name for the value that an obligation constrains. */
function showSubject<Kind extends keyof SubjectCases>(subject: Subject<Kind>): string {
  return SUBJECTS[subject.kind](subject);
}

export function showCallee<Kind extends keyof CalleeNameCases>(callee: CalleeName<Kind>): string {
  return CALLEES[callee.kind](callee);
}

function showMoment<Kind extends keyof MomentCases>(moment: Moment<Kind>): string {
  return MOMENTS[moment.kind](moment);
}

function showWrite<Kind extends keyof WriteTargetCases>(target: WriteTarget<Kind>): string {
  return WRITES[target.kind](target);
}
