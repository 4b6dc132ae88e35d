/** Words of the type checker (LP3xxx): what was expected, what was got, what to write instead. */
import type { ProblemDefinition, ProblemSeverity } from './definition';

type Words = ProblemDefinition['message'];

function typeProblem(name: string, message: Words, severity: ProblemSeverity = 'error'): ProblemDefinition {
  return { name, kind: 'type', severity, message };
}

/** An optional sentence at the end. */
function then(text: string | undefined): string {
  return text ? `. ${text}` : '';
}

/** `Clock#incr`, or the block of `each`. */
function callee(method: unknown): string {
  const block = /^the block of (.*)$/.exec(String(method));
  return block ? `the block of \`${block[1]}\`` : `\`${method}\``;
}

export const TYPE_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP3001: typeProblem(
    'wrong-result',
    a => `\`${a.method}\` must return ${a.expected}, but this is ${a.got}${then(a.hint)}`,
  ),
  LP3002: typeProblem(
    'wrong-argument',
    a => `${callee(a.method)} takes ${a.expected} as ${a.which}, but this is ${a.got}${then(a.hint)}`,
  ),
  LP3003: typeProblem('wrong-argument-count', a => `${callee(a.method)} takes ${a.expected}, but gets ${a.got}`),
  LP3004: typeProblem(
    'unknown-method',
    a => `${a.type} ${a.many === 'true' ? 'have' : 'has'} no method \`${a.method}\`${then(a.hint)}`,
  ),
  LP3005: typeProblem('unknown-name', a => `there is no local variable or method \`${a.name}\` here${then(a.hint)}`),
  LP3006: typeProblem(
    'missing-var-type',
    a =>
      `\`${a.name}\` has no type. ${a.suggestion ? `This would do: ${a.suggestion}` : `Declare it: var_type :${a.name}, '…'`}`,
  ),
  LP3007: typeProblem(
    'wrong-assignment',
    a => `\`${a.name}\` is declared as ${a.expected}, but this is ${a.got}${then(a.hint)}`,
  ),
  LP3008: typeProblem('unknown-keyword', a => `\`${a.method}\` takes no keyword \`${a.keyword}:\`${then(a.hint)}`),
  LP3009: typeProblem(
    'missing-keyword',
    a => `\`${a.method}\` needs the keyword${a.many === 'true' ? 's' : ''} ${a.keywords}`,
  ),
  LP3010: typeProblem('missing-block', a => `\`${a.method}\` needs a block of type ${a.expected}`),
  LP3011: typeProblem('unexpected-block', a => `\`${a.method}\` takes no block`, 'warning'),
  LP3012: typeProblem(
    'wrong-block-result',
    a => `the block of \`${a.method}\` must give ${a.expected}, but this is ${a.got}${then(a.hint)}`,
  ),
  LP3013: typeProblem(
    'no-block-to-yield',
    a => `\`${a.method}\` is not declared to take a block. Add one to its type: ${a.suggestion}`,
  ),
  LP3014: typeProblem('no-overload', a => `no type of \`${a.method}\` takes ${a.got}. It takes ${a.expected}`),
  LP3015: typeProblem('unknown-constant', a => `there is no constant \`${a.name}\` in sight${then(a.hint)}`, 'warning'),
  LP3016: typeProblem(
    'may-be-nil',
    a => `this may be nil, and nil has no method \`${a.method}\`. Test it for nil first, or write \`&.\``,
  ),
  LP3017: typeProblem('definition-mismatch', a => `the type of \`${a.method}\` does not fit its definition: ${a.why}`),
  LP3018: typeProblem(
    'wrong-default',
    a => `the default of \`${a.name}\` is ${a.got}, but the type says ${a.expected}`,
  ),
  LP3019: typeProblem('not-checked', a => `not checked: ${a.construct}`, 'information'),
  LP3020: typeProblem('no-super-method', a => `no class above ${a.owner} has a method \`${a.method}\``),
  LP3021: typeProblem('private-method', a => `\`${a.method}\` is ${a.visibility} in ${a.owner}${then(a.hint)}`),
  LP3022: typeProblem('wrong-type-argument', a => `\`${a.method}\` is used as ${a.usage}`),
  LP3024: typeProblem(
    'unknown-global',
    a => `\`${a.name}\` has no type. Declare it: var_type :${a.name}, '${a.suggestion}'`,
  ),
  LP3025: typeProblem(
    'incompatible-override',
    a => `\`${a.method}\` must take and give what \`${a.above}#${a.method}\` does: ${a.expected}`,
  ),
  LP3030: typeProblem(
    'unknown-name-in-refinement',
    a => `\`${a.name}\` is not known in this refinement. It knows ${a.known}${then(a.hint)}`,
  ),
  LP3031: typeProblem('impure-refinement', a => `a refinement may only call pure methods: ${a.why}${then(a.hint)}`),
  LP3032: typeProblem(
    'refinement-not-boolean',
    a => `this refinement is ${a.got}, not true or false: ${a.always}`,
    'warning',
  ),
  LP3035: typeProblem(
    'nested-refinement',
    a =>
      `nothing is proved of a refinement inside a type${a.instead ? `; say it of the whole: \`${a.instead}\`` : '; say it of the whole value, beside its name'}`,
  ),
  LP3036: typeProblem(
    'variance',
    a =>
      `\`${a.name}\` is declared ${a.variance}, but this ${a.where} goes the other way; without a variance it may stand here`,
  ),
  LP3037: typeProblem(
    'missing-assumed-method',
    a => `${a.module} assumes a method that is not there: nobody defines \`${a.method}\``,
    'warning',
  ),
  LP3038: typeProblem('misplaced-outcome', a => `\`exception?\` means nothing here: ${a.why}`),
  LP3034: typeProblem('misplaced-old', a => `\`old\` is for results: ${a.why}`),
};
