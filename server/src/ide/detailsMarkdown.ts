/** The details of a method for clients without a view of their own. Source never ends a code span or starts mark-up. */
import type { DetailLine, FactLine, FailureDetails, MethodDetails } from '../../../shared/src/protocol';

export function detailsMarkdown(details: MethodDetails): string {
  const sections = [
    ...details.failures.map(failureText),
    listText(
      'Obligations',
      details.obligations.map(each => {
        const clause = each.clause === null ? '' : `${codeSpan(each.clause)}: `;
        const used = each.facts.filter(fact => fact.isUsed).map(factText);
        return `- ${each.mark} ${clause}${withLine(each)}${used.length === 0 ? '' : `, by ${used.join('; ')}`}`;
      }),
    ),
    details.here === null
      ? ''
      : listText(
          `Known at line ${details.here.line + 1}`,
          details.here.facts.map(fact => `- ${factText(fact)}${fact.isUsed ? ', used' : ''}`),
        ),
    listText(
      'Loop invariants found',
      details.invariants.map(each => `- ${codeSpan(each.text)}${lineOf(each)}`),
    ),
    listText('Assumes', [...details.caveats.map(plainItem), ...details.assumptions.map(each => `- ${withLine(each)}`)]),
    listText(
      'Not modelled',
      details.notModelled.map(each => `- ${withLine(each)}`),
    ),
    details.effort,
  ];
  return [`${details.name}: ${details.title}`, ...sections.filter(each => each !== '')].join('\n\n');
}

function failureText({ message, lead, call, outcome, steps, values, advice }: FailureDetails): string {
  const code = [
    outcome === '' ? call : `${call}  # ${outcome}`,
    ...values.map(({ name, value }) => `${name} = ${value}`),
  ];
  const lines = [message, '', lead, '', ...fenced(code), '', ...steps.map(step => `- ${withLine(step)}`), advice];
  return lines.join('\n').trimEnd();
}

function factText(fact: FactLine): string {
  return `${codeSpan(fact.text)}: ${fact.source}${lineOf(fact)}`;
}

function listText(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`### ${title}`, ...lines].join('\n');
}

function plainItem(text: string): string {
  return `- ${text}`;
}

function withLine(line: DetailLine): string {
  return `${line.text}${lineOf(line)}`;
}

function lineOf({ at }: DetailLine): string {
  return at === null ? '' : ` (line ${at.line + 1})`;
}

/** Longer than every row of backticks inside. */
function fenceFor(text: string, least: number): string {
  const rows = text.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(least, ...rows.map(row => row.length + 1)));
}

function codeSpan(text: string): string {
  const fence = fenceFor(text, 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text.replace(/\s+/g, ' ')}${space}${fence}`;
}

function fenced(lines: readonly string[]): readonly string[] {
  const fence = fenceFor(lines.join('\n'), 3);
  return [`${fence}ruby`, ...lines, fence];
}
