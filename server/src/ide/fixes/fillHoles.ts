/** Writes the clauses that fill the holes of a contract. They are proved already; the trial looks at the callers. */
import { differenceOf } from '../../base/edit';
import type { Fixer } from './fix';

export const holeFixes: Fixer = ({ snapshot, file }, diagnostic) => {
  if (diagnostic.code !== 'LP4104') return [];
  const { anchor, span } = diagnostic.problem.place;
  const method = file.methods.find(({ verdict }) =>
    verdict?.notModelled.some(({ place }) => place.anchor === anchor && place.span.start === span.start),
  );
  const filling = method ? snapshot.fillingOf(method.info.key) : null;
  if (!method || filling?.kind !== 'proved') return [];
  const before = snapshot.sources.get(filling.path)?.text;
  const edit = before === undefined ? null : differenceOf(before, filling.text);
  if (edit === null) return [];
  return [
    {
      title: `Fill the holes: ${filling.contract}`,
      diagnostic,
      path: filling.path,
      edits: [edit],
      preferred: true,
      about: [method.info.name],
      mayBreakCallers: true,
    },
  ];
};
