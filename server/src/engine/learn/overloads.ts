/**
 * If one parameter had several classes and each led to its own class of result in every run, the arms are proposed:
 * `(Integer) -> Integer`, `(String) -> String`. They are what was seen, class by class.
 */
import type { ObservedCalls } from '../../../../shared/src/profile';
import { showMethodType } from '../../types/show';
import { BOOL, type MethodType, NIL, nominal, type Type } from '../../types/type';
import { unionMembers } from '../../types/union';
import type { LearnedType } from './learnedTypes';
import { completedCalls } from './observedParameters';

const MOST_ARMS = 4;

export function findOverloads({ entry, type }: LearnedType): readonly string[] {
  const unions = type.params.filter(param => param.type.kind === 'union');
  const [only] = unions;
  if (unions.length !== 1 || only === undefined || type.result.kind !== 'union') return [];
  const recorded = entry.parameters.filter(parameter => parameter.recorded);
  const position = recorded.findIndex(({ name }) => name === only.name);
  const byClass = groupByClass(completedCalls(entry.calls), position);
  if (position < 0 || byClass === null || byClass.size < 2 || byClass.size > MOST_ARMS) return [];
  const results = [...byClass.values()];
  if (results.some(({ size }) => size !== 1) || new Set(results.flatMap(one => [...one])).size < 2) return [];
  return [...byClass].map(([argument, [result = '']]) => {
    const params = type.params.map(param =>
      param === only ? { ...param, type: memberOf(only.type, argument) } : param,
    );
    return showMethodType(withoutNames({ ...type, params, result: memberOf(type.result, result) }));
  });
}

/** Null: some class is not known. */
function groupByClass(calls: readonly ObservedCalls[], position: number): ReadonlyMap<string, Set<string>> | null {
  const found = new Map<string, Set<string>>();
  for (const { classes, result } of calls) {
    const name = classes[position] ?? null;
    if (name === null || result === null) return null;
    found.set(name, (found.get(name) ?? new Set()).add(result));
  }
  return found;
}

/** With its elements, where the union knows them. */
function memberOf(union: Type, name: string): Type {
  const same = unionMembers(union).find(member => member.kind === 'nominal' && member.name === name);
  if (same) return same;
  return name === 'NilClass' ? NIL : name === 'TrueClass' || name === 'FalseClass' ? BOOL : nominal(name);
}

/** Keywords keep theirs. */
export function withoutNames(type: MethodType): MethodType {
  const isKey = ({ kind }: MethodType['params'][number]): boolean => kind === 'key' || kind === 'optionalKey';
  return { ...type, params: type.params.map(param => (isKey(param) ? param : { ...param, name: null })) };
}
