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
