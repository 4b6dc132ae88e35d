/**
 * A match as text: its parts, and where it is in the text that is searched. Any match of the regexp has such parts; which of several possible ones
 * Ruby chooses is not said.
 */
import { and, apply, eq, FALSE, implies, int, ite, not, or, TRUE, text } from '../../logic/build';
import type { Formula, Sort } from '../../logic/formula';
import { isIn } from '../../logic/languages';
import { BOOL_SORT, INT_SORT, TEXT_SORT } from '../../logic/sorts';
import { type CapturingGroup, NOTHING, type Pattern, type RegexpPattern, sequenceOf } from '../../ril/regexp/pattern';
import { matchedTexts, plainText } from '../heap/regexpLanguage';
import { concatTexts, endsWith, startsWith } from '../heap/stringTheory';

export interface Part {
  readonly text: Formula;
  /** Holds if the group takes part in the match. */
  readonly takesPart: Formula;
  /** Holds only if it does. */
  readonly mustTakePart: Formula;
}

export interface MatchParts {
  /** The text of the match (`0`) and of its groups. */
  readonly parts: ReadonlyMap<string, Part>;
  readonly facts: readonly Formula[];
}

interface Searched {
  /** The text that is searched; null: unknown. */
  readonly subject: Formula | null;
  readonly from: 'anywhere' | 'start';
  readonly fresh: (hint: string, sort: Sort) => Formula;
}

export function describeParts(read: RegexpPattern, { subject, from, fresh }: Searched): MatchParts {
  const parts = new Map<string, Part>();
  const facts: Formula[] = [];
  const unknown = (pattern: Pattern, taken: Formula): Formula => {
    const plain = plainText(pattern);
    if (plain !== null) return text(plain);
    const part = fresh('part', TEXT_SORT);
    facts.push(implies(taken, isIn(part, matchedTexts(pattern))));
    return part;
  };
  const nameGroup = ({ number, name }: CapturingGroup, part: Part): void => {
    parts.set(String(number), part);
    if (name !== null && read.groups.filter(each => each.name === name).length === 1) parts.set(name, part);
  };
  /** `taken`: that this part of the pattern is. */
  const textMatchedBy = (pattern: Pattern, taken: Formula): Formula => {
    if (pattern.kind === 'sequence') return concatAll(chunksOf(pattern.parts).map(part => textMatchedBy(part, taken)));
    if (pattern.kind === 'group') {
      const own = textMatchedBy(pattern.group.body, taken);
      nameGroup(pattern.group, { text: own, takesPart: taken, mustTakePart: taken });
      return own;
    }
    const options = hasGroup(pattern) ? optionsOf(pattern) : null;
    if (!options) return unknown(pattern, taken);
    const chosen = fresh('option', INT_SORT);
    return options
      .map((option, i) => {
        const isChosen = i === options.length - 1 ? and(...others(chosen, i)) : eq(chosen, int(i));
        return { isChosen, own: textMatchedBy(option, and(taken, isChosen)) };
      })
      .reduceRight((rest, { isChosen, own }) => ({ isChosen, own: ite(isChosen, own, rest.own) })).own;
  };
  const whole = textMatchedBy(read.pattern, TRUE);
  for (const group of read.groups)
    if (!parts.has(String(group.number)))
      nameGroup(group, { text: unknown(group.body, TRUE), takesPart: TRUE, mustTakePart: FALSE });
  for (const part of ['0', '&']) parts.set(part, always(whole));
  if (subject) facts.push(...factsOnSubject(subject, whole, { subject, from, fresh }, read.pattern));
  return { parts, facts };
}

const always = (own: Formula): Part => ({ text: own, takesPart: TRUE, mustTakePart: TRUE });

const others = (chosen: Formula, count: number): readonly Formula[] =>
  Array.from({ length: count }, (_, i) => not(eq(chosen, int(i))));

function hasGroup(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'group':
      return true;
    case 'sequence':
      return pattern.parts.some(hasGroup);
    case 'choice':
      return pattern.options.some(hasGroup);
    case 'repeat':
      return hasGroup(pattern.body);
    default:
      return false;
  }
}

/** One of them is what is matched; a repetition may be passed several times. */
function optionsOf(pattern: Pattern): readonly Pattern[] | null {
  if (pattern.kind === 'choice') return pattern.options;
  return pattern.kind === 'repeat' && pattern.least === 0 && pattern.most === 1 ? [pattern.body, NOTHING] : null;
}

/** Neighbouring parts without groups as one. */
function chunksOf(parts: readonly Pattern[]): readonly Pattern[] {
  const chunks: Pattern[] = [];
  let run: Pattern[] = [];
  const close = (): void => {
    if (run.length > 0) chunks.push({ kind: 'repeat', body: sequenceOf(run), least: 1, most: 1 });
    run = [];
  };
  for (const part of parts)
    if (hasGroup(part)) {
      close();
      chunks.push(part);
    } else if (part.kind !== 'anchor') run.push(part);
  close();
  return chunks;
}

function concatAll(parts: readonly Formula[]): Formula {
  const all = parts.filter(part => part.kind !== 'text' || part.value !== '');
  return all.length === 0 ? text('') : all.reduce(concatTexts);
}

/** What is around the match matters only where an anchor says something of it; otherwise it would cost the solver much. */
function factsOnSubject(
  subject: Formula,
  whole: Formula,
  { from, fresh }: Searched,
  pattern: Pattern,
): readonly Formula[] {
  const [before, after] = [fresh('before', TEXT_SORT), fresh('after', TEXT_SORT)];
  const around = factsAround(pattern, before, after);
  if (from === 'start') around.push(eq(before, text('')));
  if (around.length === 0) return [apply('str.contains', [subject, whole], BOOL_SORT)];
  return [eq(subject, concatAll([before, whole, after])), ...around];
}

const NEW_LINE = text('\n');

/** What the anchors at both ends of the pattern say of the text around the match. */
function factsAround(pattern: Pattern, before: Formula, after: Formula): Formula[] {
  const parts = pattern.kind === 'sequence' ? pattern.parts : [pattern];
  const [first, last] = [parts[0], parts[parts.length - 1]];
  const facts: Formula[] = [];
  const isEmpty = (around: Formula): Formula => eq(around, text(''));
  if (first?.kind === 'anchor') {
    if (first.at === 'start') facts.push(isEmpty(before));
    if (first.at === 'line-start') facts.push(or(isEmpty(before), endsWith(before, NEW_LINE)));
  }
  if (last?.kind === 'anchor') {
    if (last.at === 'end') facts.push(isEmpty(after));
    if (last.at === 'end-or-newline') facts.push(or(isEmpty(after), eq(after, NEW_LINE)));
    if (last.at === 'line-end') facts.push(or(isEmpty(after), startsWith(after, NEW_LINE)));
  }
  return facts;
}
