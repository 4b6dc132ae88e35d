/** What LOUPE=observe saw -> a profile of the present sources. Paths and fields were not seen. */
import { type LearnedMethod, PROFILE_SCHEMA, type Profile } from '../../../../shared/src/profile';
import type { Observed } from '../../parse/observed';
import type { Recording } from './recordFiles';

export function profileOfObserved({ methods }: Pick<Recording, 'methods'>, { calls }: Observed): Profile {
  const found = methods.flatMap((method): readonly LearnedMethod[] => {
    const own = calls.filter(call => call.method === method.name);
    // Two methods of one name: which of them ran is not known.
    if (own.length === 0 || methods.filter(({ name }) => name === method.name).length > 1) return [];
    const { measured: _, ...rest } = method;
    const names = method.parameters.filter(({ recorded }) => recorded).map(({ name }) => name);
    return [
      {
        ...rest,
        calls: own.map(({ classes, result, count }) => ({
          classes: [...names.map(name => classes.get(name) ?? null), ...method.fields.map(() => null)],
          path: null,
          result,
          count,
          from: null,
        })),
      },
    ];
  });
  return { schema: PROFILE_SCHEMA, ruby: [], processes: 1, classes: {}, methods: found, sites: [], shapes: [] };
}
