/** Messages of the type checker (LP3xxx): the expected type, the actual type, and what to write instead. */
import type { ProblemDefinition, ProblemSeverity } from './definition';

type Words = ProblemDefinition['message'];

function typeProblem(name: string, message: Words, severity: ProblemSeverity = 'error'): ProblemDefinition {
  return { name, kind: 'type', severity, message };
}

/** As a comment, which needs no `require`. */
function declare({ name, type }: Parameters<Words>[0]): string {
  return `##% ${name} : ${type || '…'}`;
}

/** An optional sentence at the end. */
function appendSentence(text: string | undefined): string {
  return text ? `. ${text}` : '';
}

/** `Clock#incr`, or the block of `each`. */
function callee({ method, blockOf }: Parameters<Words>[0]): string {
  return blockOf === undefined ? `\`${method}\`` : `the block of \`${blockOf}\``;
}

export const TYPE_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP3001: typeProblem(
    'wrong-result',
    a => `\`${a.method}\` must return ${a.expected}, but this is ${a.got}${appendSentence(a.hint)}`,
  ),
  LP3002: typeProblem(
    'wrong-argument',
    a => `${callee(a)} takes ${a.expected} as ${a.which}, but this is ${a.got}${appendSentence(a.hint)}`,
  ),
  LP3003: typeProblem('wrong-argument-count', a => `${callee(a)} takes ${a.expected}, but gets ${a.got}`),
  LP3004: typeProblem(
    'unknown-method',
    a => `${a.type} ${a.many === 'true' ? 'have' : 'has'} no method \`${a.method}\`${appendSentence(a.hint)}`,
  ),
  LP3005: typeProblem(
    'unknown-name',
    a => `there is no local variable or method \`${a.name}\` here${appendSentence(a.hint)}`,
  ),
  LP3006: typeProblem(
    'missing-var-type',
    a => `\`${a.name}\` needs a type${a.why ? `: ${a.why}` : ''}. Add: ${declare(a)}`,
  ),
  LP3007: typeProblem(
    'wrong-assignment',
    a => `\`${a.name}\` is declared as ${a.expected}, but this is ${a.got}${appendSentence(a.hint)}`,
  ),
  LP3008: typeProblem(
    'unknown-keyword',
    a => `\`${a.method}\` takes no keyword \`${a.keyword}:\`${appendSentence(a.hint)}`,
  ),
  LP3009: typeProblem(
    'missing-keyword',
    a => `\`${a.method}\` needs the keyword${a.many === 'true' ? 's' : ''} ${a.keywords}`,
  ),
  LP3010: typeProblem(
    'missing-block',
    a => `${callee(a)} needs a block of type ${a.expected}${appendSentence(a.hint)}`,
  ),
  LP3011: typeProblem('unexpected-block', a => `\`${a.method}\` takes no block`, 'warning'),
  LP3012: typeProblem(
    'wrong-block-result',
    a => `the block of \`${a.method}\` must return ${a.expected}, but this is ${a.got}${appendSentence(a.hint)}`,
  ),
  LP3013: typeProblem(
    'no-block-to-yield',
    a => `\`${a.method}\` is not declared to take a block. Add one to its type: ${a.suggestion}`,
  ),
  LP3014: typeProblem('no-overload', a => `\`${a.method}\` doesn't accept ${a.got}; it accepts ${a.expected}`),
  LP3015: typeProblem('unknown-constant', a => `unknown constant \`${a.name}\`${appendSentence(a.hint)}`, 'warning'),
  LP3016: typeProblem(
    'may-be-nil',
    a => `this may be nil, and nil has no method \`${a.method}\`. Test it for nil first, or write \`&.\``,
  ),
  LP3017: typeProblem('definition-mismatch', a => `annotation doesn't match \`${a.method}\`: ${a.why}`),
  LP3018: typeProblem(
    'wrong-default',
    a => `the default of \`${a.name}\` is ${a.got}, but the type says ${a.expected}`,
  ),
  LP3019: typeProblem('not-checked', a => `not checked: ${a.construct}`, 'information'),
  LP3020: typeProblem('no-super-method', a => `no class above ${a.owner} has a method \`${a.method}\``),
  LP3021: typeProblem(
    'private-method',
    a => `\`${a.method}\` is ${a.visibility} in ${a.owner}${appendSentence(a.hint)}`,
  ),
  LP3022: typeProblem('wrong-type-argument', a => `\`${a.method}\` is used as ${a.usage}`),
  LP3024: typeProblem('unknown-global', a => `\`${a.name}\` needs a type. Add: ${declare(a)}`),
  LP3025: typeProblem(
    'incompatible-override',
    a => `\`${a.method}\` must accept and return what \`${a.above}#${a.method}\` does: ${a.expected}`,
  ),
  LP3030: typeProblem(
    'unknown-name-in-refinement',
    a => `\`${a.name}\` is not known in this refinement. Known names: ${a.known}${appendSentence(a.hint)}`,
  ),
  LP3031: typeProblem(
    'impure-refinement',
    a => `a refinement may only call pure methods: ${a.why}${appendSentence(a.hint)}`,
  ),
  LP3032: typeProblem(
    'refinement-not-boolean',
    a => `this refinement is ${a.got}, not true or false: ${a.always}`,
    'warning',
  ),
  LP3035: typeProblem(
    'nested-refinement',
    a =>
      `nothing is proved about a refinement inside a type${a.instead ? `; refine the whole value: \`${a.instead}\`` : '; refine the whole value, beside its name'}`,
  ),
  LP3036: typeProblem(
    'variance',
    a =>
      `\`${a.name}\` is declared ${a.variance}, but this ${a.where} has the opposite variance; without a declared variance it is allowed here`,
  ),
  LP3037: typeProblem(
    'missing-assumed-method',
    a => `${a.module} assumes a method that does not exist: \`${a.method}\` is not defined`,
    'warning',
  ),
  LP3038: typeProblem('misplaced-outcome', a => `\`exception?\` has no meaning here: ${a.why}`),
  LP3039: typeProblem('impossible-cast', a => `this cast cannot succeed: ${a.got} is never ${a.expected}`),
  LP3041: typeProblem('wrong-assertion', a => `\`T.${a.form}\` asserts ${a.expected}, but this is ${a.got}`),
  LP3042: typeProblem('not-exhausted', a => `\`T.absurd\` can be reached: this may still be ${a.got}`),
  LP3043: typeProblem('final-method', a => `\`${a.above}\` is final: ${a.owner} cannot define it again`),
  LP3044: typeProblem(
    'nothing-overridden',
    a => `this \`sig\` says \`override\`, but nothing above ${a.owner} has a method \`${a.method}\``,
  ),
  LP3045: typeProblem(
    'abstract-instance',
    a => `${a.name} is abstract${a.method ? `: \`${a.method}\` has no body` : ' and has no objects of its own'}`,
  ),
  LP3046: typeProblem('closed-class', a =>
    a.how === 'final'
      ? `${a.above} is final: it has no subclasses`
      : `${a.above} is sealed: only its own files extend it`,
  ),
  LP3034: typeProblem('misplaced-old', a => `\`old\` is only for results: ${a.why}`),
};
