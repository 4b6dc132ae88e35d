/**
 * Messages of inference (LP5xxx): errors that Ruby raises in code without annotations. Each states what is wrong in the
 * user's terms, then what is meant instead.
 */
import type { ProblemDefinition } from './definition';

type Words = ProblemDefinition['message'];

function inferenceProblem(name: string, message: Words): ProblemDefinition {
  return { name, kind: 'inference', severity: 'error', message: args => `${message(args)}${appendRun(args)}` };
}

/** An optional sentence at the end. */
function appendSentence(text: string | undefined): string {
  return text ? `. ${text}` : '';
}

/** The run that confirmed the report. */
function appendRun({ run, error }: Parameters<Words>[0]): string {
  return run ? `: \`${run}\` raises ${error}` : '';
}

export const INFERENCE_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP5001: inferenceProblem('undefined-method', a =>
    a.type === 'nil'
      ? `this is always nil here, and nil has no method \`${a.method}\`${appendSentence(a.hint)}`
      : `${a.type} ${a.many === 'true' ? 'have' : 'has'} no method \`${a.method}\`${appendSentence(a.hint)}`,
  ),
  LP5002: inferenceProblem(
    'undefined-name',
    a => `undefined local variable or method \`${a.name}\`${appendSentence(a.hint)}`,
  ),
  LP5003: inferenceProblem('undefined-constant', a => `undefined constant \`${a.name}\`${appendSentence(a.hint)}`),
  LP5004: inferenceProblem(
    'unassigned-field',
    a =>
      `\`${a.name}\` is never assigned, so it is nil, and nil has no method \`${a.method}\`${appendSentence(a.hint)}`,
  ),
  LP5005: inferenceProblem('argument-count', a => `\`${a.method}\` takes ${a.expected}, but gets ${a.got}`),
  LP5006: inferenceProblem(
    'unexpected-keyword',
    a => `\`${a.method}\` takes no keyword \`${a.keyword}:\`${appendSentence(a.hint)}`,
  ),
  LP5007: inferenceProblem(
    'absent-keyword',
    a => `\`${a.method}\` needs the keyword${a.many === 'true' ? 's' : ''} ${a.keywords}`,
  ),
  LP5008: inferenceProblem(
    'inaccessible-method',
    a => `\`${a.method}\` is ${a.visibility} in ${a.owner}${appendSentence(a.hint)}`,
  ),
  LP5009: inferenceProblem('no-block-given', a => `\`${a.method}\` yields to a block, but gets none`),
  LP5010: inferenceProblem('nothing-above-super', a => `no class above ${a.owner} has a method \`${a.method}\``),
  LP5011: inferenceProblem('superclass-mismatch', a => `${a.name} is already defined with the superclass ${a.before}`),
  LP5012: inferenceProblem('not-a-module', a => `\`${a.how}\` needs a module, but ${a.name} is ${a.kind}`),
  LP5013: inferenceProblem(
    'alias-of-undefined-method',
    a => `${a.owner} has no method \`${a.method}\` to alias${appendSentence(a.hint)}`,
  ),
  LP5014: inferenceProblem('not-a-class', a => `${a.name} is ${a.kind}, not a class`),
  LP5015: inferenceProblem(
    'refused-argument',
    a => `\`${a.method}\` does not accept ${a.given}: ${a.message || `Ruby raises ${a.error}`}`,
  ),
  LP5016: inferenceProblem('unassigned-class-variable', a => `\`${a.name}\` is read, but never assigned`),
  LP5017: inferenceProblem(
    'excluded-argument',
    a => `\`${a.method}\` takes ${a.expected} as ${a.which}, but this is ${a.got}${appendSentence(a.hint)}`,
  ),
  LP5020: inferenceProblem(
    'value-lacks-method',
    a => `${a.type ? `this may be ${a.type}, which` : 'some value'} has no method \`${a.method}\``,
  ),
  LP5021: inferenceProblem(
    'value-is-refused',
    a => `this may be ${a.given || 'something'} that \`${a.method}\` does not accept`,
  ),
  LP5022: inferenceProblem('value-raises', a => `\`${a.method}\` raises for some values`),
  LP5031: {
    name: 'contradicted-by-run',
    kind: 'inference',
    severity: 'information',
    message: a => `a run called \`${a.method}\` as ${a.seen}${a.at ? ` (${a.at})` : ''}, which this type excludes`,
  },
};
