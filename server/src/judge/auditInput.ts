/** One input for a proved method, as data for Ruby. */
import type { RubyValue } from '../proof/rubyValue';

/** `new`: an object created by its constructor, whatever its fields turn out to be. */
export type AuditValue =
  | RubyValue
  | {
      readonly kind: 'new';
      readonly id?: string;
      readonly className: string;
      readonly args: readonly AuditArgument[];
    };

export interface AuditArgument {
  readonly name: string;
  readonly keyword: boolean;
  readonly value: AuditValue;
}

export interface AuditInput {
  /** The index of the signature that it was generated for. */
  readonly arm: number;
  readonly receiver: AuditValue | null;
  readonly args: readonly AuditArgument[];
  /** The value that the passed block returns; absent: no block is passed. */
  readonly block?: AuditValue;
}

/** The value and everything in it. */
export function* valuesIn(value: AuditValue): Generator<AuditValue> {
  yield value;
  for (const part of partsOf(value)) yield* valuesIn(part);
}

function partsOf(value: AuditValue): readonly AuditValue[] {
  switch (value.kind) {
    case 'array':
      return value.elements;
    case 'hash':
      return [...value.entries.flat(), ...(value.default ? [value.default] : [])];
    case 'frozen':
      return [value.value];
    case 'range':
      return [value.from, value.to];
    case 'object':
      return value.fields.map(field => field.value);
    case 'new':
      return value.args.map(arg => arg.value);
    default:
      return [];
  }
}
