/** A hash of the model in Ruby terms: the keys that the method looked up, and others up to the size in the model. */
import type { Watched } from '../proof/obligation';
import type { RubyValue } from '../proof/rubyValue';
import { ANY, type Type } from '../types/type';

/** More entries than a reader or a run needs. */
const MAX_ENTRIES = 30;

type Entry = readonly [RubyValue, RubyValue];

export function keyTypeOf(type: Type): Type {
  return type.kind === 'nominal' ? (type.args[0] ?? ANY) : ANY;
}

export function hashOf(
  parts: readonly Watched[],
  id: string,
  keyType: Type,
  valueIn: (part: Watched) => RubyValue | null,
): RubyValue {
  const size = numberOf(parts, valueIn);
  const lookedUp = lookedUpKeys(parts, valueIn);
  const known = lookedUp.flatMap(({ key, there, value }): Entry[] => (there ? [[key, value ?? { kind: 'nil' }]] : []));
  const taken = new Set(lookedUp.map(({ key }) => JSON.stringify(key)));
  const entries = [...known];
  const filler = known[0]?.[1] ?? fillerValue(parts);
  for (let n = 0; entries.length < Math.min(size ?? 0, MAX_ENTRIES); n++) {
    const key = fillerKey(keyType, n);
    if (!taken.has(JSON.stringify(key))) entries.push([key, filler]);
  }
  const otherwise = parts.find(part => part.role.type === 'default');
  const value = otherwise && valueIn(otherwise);
  return { kind: 'hash', id, entries, ...(value && value.kind !== 'nil' ? { default: value } : {}) };
}

function numberOf(parts: readonly Watched[], valueIn: (part: Watched) => RubyValue | null): number | null {
  const part = parts.find(each => each.role.type === 'size');
  const value = part && valueIn(part);
  return value?.kind === 'integer' ? Number(value.value) : null;
}

interface LookedUpKey {
  readonly key: RubyValue;
  readonly there: boolean;
  readonly value: RubyValue | null;
}

function lookedUpKeys(parts: readonly Watched[], valueIn: (part: Watched) => RubyValue | null): readonly LookedUpKey[] {
  const found = new Map<string, LookedUpKey>();
  for (const part of parts) {
    if (part.role.type !== 'entry' || part.role.part !== 'key') continue;
    const { index } = part.role;
    const other = (name: 'present' | 'value'): RubyValue | null => {
      const wanted = parts.find(
        each => each.role.type === 'entry' && each.role.index === index && each.role.part === name,
      );
      return wanted ? valueIn(wanted) : null;
    };
    const key = valueIn(part);
    const present = other('present');
    if (key === null || present?.kind !== 'boolean') continue;
    found.set(JSON.stringify(key), { key, there: present.value, value: other('value') });
  }
  return [...found.values()];
}

function fillerKey(type: Type, n: number): RubyValue {
  const name = type.kind === 'nominal' ? type.name : '';
  if (name === 'Integer') return { kind: 'integer', value: String(n) };
  return name === 'String' ? { kind: 'string', value: `k${n}` } : { kind: 'symbol', value: `k${n}` };
}

function fillerValue(parts: readonly Watched[]): RubyValue {
  const type = parts.find(part => part.role.type === 'entry' && part.role.part === 'value')?.rubyType;
  return type?.kind === 'nominal' && type.name === 'Integer' ? { kind: 'integer', value: '0' } : { kind: 'nil' };
}
