/** One input of a method that was proved, as data for Ruby. */
import type { RubyValue } from '../proof/rubyValue';

/** `new`: an object made through its constructor, whatever its fields come out as. */
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
  /** Number of the signature that it was made for. */
  readonly arm: number;
  readonly receiver: AuditValue | null;
  readonly args: readonly AuditArgument[];
  /** What the block gives that is passed; absent: none is. */
  readonly block?: AuditValue;
}
