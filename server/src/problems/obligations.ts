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
  receiver: ({ method, written }) => {
    if (written !== undefined) return `\`${written}\``;
    return method === null ? 'the receiver' : `the receiver of ${method}`;
  },
  operand: ({ method }) => `the operand of ${method}`,
  variable: ({ name }) => name,
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
  'clause-of': ({ subject }) => claim(showSubject(subject), `${showSubject(subject)} may break its refinement`),
  'method-result': ({ method }) => claim(`the result of ${method}`, `the result of ${method} may break its refinement`),
  'method-raises': ({ method }) =>
    claim(`what ${method} guarantees when it raises`, `${method} may raise without what it guarantees then`),
  'whole-precondition': ({ method }) =>
    claim(`the precondition of ${method}`, `the precondition of ${method} may not hold`),
  'not-nil': ({ subject }) => claim(`${showSubject(subject)} is not nil`, `${showSubject(subject)} may be nil`),
  'holds-no-nil': ({ subject }) =>
    claim(`${showSubject(subject)} contains no nil`, `${showSubject(subject)} may contain nil`),
  'has-type': ({ subject }) =>
    claim(`${showSubject(subject)} has the required type`, `${showSubject(subject)} may not have the required type`),
  'has-tuple-length': ({ subject }) =>
    claim(
      `${showSubject(subject)} has as many elements as its type requires`,
      `${showSubject(subject)} may have too few or too many elements for its type`,
    ),
  'has-declared-keys': ({ subject }) =>
    claim(
      `${showSubject(subject)} has exactly the keys that its type requires`,
      `${showSubject(subject)} may lack keys of its type, or have others`,
    ),
  'keeps-proc-contract': ({ subject }) =>
    claim(
      `${showSubject(subject)} satisfies the contract of its type`,
      `${showSubject(subject)} may break the contract of its type`,
    ),
  'not-frozen': ({ subject }) =>
    claim(`${showSubject(subject)} is not frozen`, `${showSubject(subject)} may be frozen`),
  'field-is-set': ({ field, when }) =>
    claim(`${field} ${showMoment(when)}`, `${field} may not be set ${showMoment(when)}`),
  'variable-is-set': ({ name }) => claim(`${name} has been set`, `${name} may not be set yet`),
  'class-invariant': ({ when }) =>
    claim(`the class invariant holds ${showMoment(when)}`, `the class invariant may not hold ${showMoment(when)}`),
  'loop-invariant-entry': () =>
    claim('the invariant holds before the loop', 'the invariant may not hold before the loop'),
  'loop-invariant-preserved': () =>
    claim('the invariant holds after each iteration', 'the invariant may not hold after an iteration'),
  'invariant-candidate': ({ text }) => {
    const candidate = text ?? 'an invariant candidate of this loop';
    return claim(candidate, `${candidate} may not hold`);
  },
  'array-keeps-length': () => claim('the array keeps its length', 'the array may change its length'),
  write: ({ target, label }) => {
    const written = `${showWrite(target)}, ${WRITE_LABELS[label]}`;
    return claim(`it never ${written}`, `it ${written}`);
  },
  'result-not-new': () => claim('the result is not a new object', 'the result may be a new object'),
  deterministic: ({ method, ofNewObject }) => {
    const called = `${method}${ofNewObject ? ' of a new object' : ''}`;
    return claim(`${called} always returns the same result`, `${called} may return different results`);
  },
  'does-not-escape': ({ exception }) =>
    claim(`${exception ?? 'an exception'} does not escape`, `${exception ?? 'an exception'} may escape`),
  'has-method': ({ method }) =>
    claim(`the receiver has a method ${method}`, `the receiver may have no method ${method}`),
  'pattern-matches': () => claim('one of the patterns matches', 'the patterns may not cover this value'),
  comparable: () => claim('the two values can be compared', 'the two values may not be comparable'),
  'comparable-range-ends': () =>
    claim('the ends of the range can be compared', 'the ends of the range may not be comparable'),
  'block-given': () => claim('a block is passed', 'the block may be missing'),
  arity: ({ method }) =>
    claim(`${method} receives the arguments that it takes`, `${method} may receive the wrong number of arguments`),
  'lambda-arity': ({ given }) =>
    claim(
      `the lambda takes the number of arguments that it receives (${given})`,
      `the lambda may not take ${given} argument${given === 1 ? '' : 's'}`,
    ),
  'splat-length': ({ method, least, most }) => {
    const count = showCount(least, most);
    return claim(
      `the splat passed to ${method} has as many elements as its parameters take (${count})`,
      `the splat may have too few or too many elements for ${method} (${count})`,
    );
  },
  'required-keywords': ({ method, keywords }) => {
    const needed = `keywords that ${method} needs (${keywords.join(', ') || 'none'})`;
    return claim(`the hash has the ${needed}`, `the hash may lack ${needed}`);
  },
  'no-unknown-keywords': ({ method }) =>
    claim(
      `the hash has no keywords that ${method} does not take`,
      `the hash may have keywords that ${method} does not take`,
    ),
  'nonzero-divisor': () => claim('the divisor is not zero', 'it may divide by zero'),
  'nonzero-float-divisor': () =>
    claim(
      'the divisor is not 0.0 (the result would be NaN or an infinity)',
      'it may divide by 0.0 (the result would be NaN or an infinity)',
    ),
  'finite-receiver': ({ method }) =>
    claim(`the receiver of ${method} is finite`, `the receiver of ${method} may be infinite or NaN`),
  'nonnegative-receiver': ({ method }) =>
    claim(`the receiver of ${method} is not negative`, `the receiver of ${method} may be negative`),
  'digits-base': () => claim('the base of digits is at least 2', 'the base of digits may be less than 2'),
  'clamp-bounds-ordered': () =>
    claim('the bounds of clamp are in order', 'the lower bound of clamp may exceed the upper one'),
  'clamp-range-includes-end': () =>
    claim('the range passed to clamp includes its end', 'the range passed to clamp may exclude its end'),
  'array-index-in-range': () => claim('the index of fetch is in range', 'the index of fetch may be out of range'),
  'index-not-below-start': () =>
    claim('the index is not too far to the left', 'the index may be before the first element'),
  'index-leaves-no-gap': () => claim('the index leaves no gap of nils', 'the index may leave a gap of nils'),
  'index-is-machine-word': () => claim('the index fits into a machine word', 'the index may be too large'),
  'index-within-string': () => claim('the index is within the string', 'the index may be outside of the string'),
  'hash-has-key': () => claim('fetch finds the key', 'fetch may not find the key'),
  'nonnegative-count': () => claim('the number of elements is not negative', 'the number of elements may be negative'),
  'nonnegative-array-size': () =>
    claim('the size of the array is not negative', 'the size of the array may be negative'),
  'positive-slice-size': ({ method }) =>
    claim(`the size passed to ${method} is positive`, `the size passed to ${method} may not be positive`),
  'satisfiable-precondition': () =>
    contradiction('can be called', 'can never be called: its preconditions contradict each other'),
  'satisfiable-assumptions': ({ owners }) =>
    contradiction('can return', `never returns: the assumptions about ${owners.join(', ')} contradict each other`),
  'satisfiable-contract': ({ owner }) =>
    contradiction(
      'can continue after this call',
      `never continues after this call: the postcondition of ${owner} contradicts itself, or what is known here`,
    ),
  'some-run-ends': ({ withinBounds }) =>
    withinBounds
      ? contradiction('can return within the bounds', 'never returns within the bounds')
      : contradiction('can return', 'never returns'),
  inlined: ({ method, reason }) => addToEach(showReason(reason), `, in ${method}`),
  inherited: ({ from, precondition, reason }) =>
    addToEach(showReason(reason), precondition ? `, which ${from} does not require` : `, as ${from} guarantees`),
};

/** One sentence that holds, and what to say if it may not hold. */
function claim(sentence: string, failed: string): ReasonWords {
  return { required: sentence, proved: sentence, failed };
}

/** What some run of the method does, and why no run does: what follows the method's name in a message. */
function contradiction(possible: string, failed: string): ReasonWords {
  return { required: `the method ${possible}`, proved: 'no contradiction was found', failed };
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
