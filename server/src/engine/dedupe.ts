/**
 * One mistake, one message: a problem that several methods report is shown once, and the missing type of a field at its
 * first use. That the methods which use it are not verified follows from it.
 */
import type { Problem, RelatedPlace } from '../base/problem';
import type { Location, Place } from '../base/span';

const MISSING_VAR_TYPE = 'LP3006';
/** Of all codes of syntax errors. */
const SYNTAX = 'LP1';
const MOST_OTHERS = 5;

export function dedupeProblems(
  problems: readonly Problem[],
  locate: (place: Place) => Location | null,
): readonly Problem[] {
  const seen = new Set<string>();
  const isUnknown = ({ code, severity }: Problem): boolean => code === MISSING_VAR_TYPE && severity === 'information';
  const isDamaged = problems.some(({ code }) => code.startsWith(SYNTAX));
  const unverified = new Set(problems.flatMap(problem => (isUnknown(problem) ? [problem.place.anchor] : [])));
  const uses = new Map<string, Problem[]>();
  const rest = problems.filter(problem => {
    const { code, place } = problem;
    const identity = `${code} ${place.anchor} ${place.span.start} ${place.span.end}`;
    if (problem.args.isAboutTypes === true && unverified.has(place.anchor)) return false;
    if (problem.args.isAboutSyntax === true && isDamaged) return false;
    if (code !== MISSING_VAR_TYPE) return isRepeated(problem) || (!seen.has(identity) && seen.add(identity));
    const field = `${problem.args.owner} ${problem.args.name}`;
    const known = uses.get(field);
    if (known) known.push(problem);
    else uses.set(field, [problem]);
    return false;
  });
  return [...rest, ...[...uses.values()].flatMap(all => selectFirstUse(all, locate))];
}

/** Problems of a verdict belong to their method, even if they are located at a clause of another declaration. */
function isRepeated(problem: Problem): boolean {
  return problem.code.startsWith('LP4');
}

function selectFirstUse(all: readonly Problem[], locate: (place: Place) => Location | null): readonly Problem[] {
  const at = (problem: Problem): number => locate(problem.place)?.span.start ?? Number.POSITIVE_INFINITY;
  const [first, ...others] = [...all].sort((a, b) => at(a) - at(b));
  if (first === undefined) return [];
  const related = others
    .slice(0, MOST_OTHERS)
    .map((other): RelatedPlace => ({ place: other.place, note: `${first.args.name} is used here too` }));
  return [{ ...first, ...(related.length > 0 && { related }) }];
}
