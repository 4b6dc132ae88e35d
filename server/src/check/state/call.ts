/** A call inside the checker: its arguments with their types, and the parts that library rules inspect. */

import type { Span } from '../../base/span';
import type { Call, Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import type { Env } from './env';

/** `isSure`: an element of `*[1, 2]` or `**options`, of a literal that did not escape. */
export type Actual = (
  | { readonly kind: 'positional'; readonly type: Type; readonly span: Span; readonly expr: Expr | null }
  /** Any number of positional arguments of this type. */
  | { readonly kind: 'splat'; readonly type: Type; readonly span: Span; readonly expr: Expr | null }
  | {
      readonly kind: 'keyword';
      readonly name: string;
      /** The span of `name:`; absent if the keyword is not written that way. */
      readonly nameSpan?: Span;
      readonly type: Type;
      readonly span: Span;
      readonly expr: Expr | null;
    }
  /** `'a' => 1` without braces. */
  | { readonly kind: 'pair'; readonly key: Type; readonly type: Type; readonly span: Span; readonly expr: Expr | null }
  /** `**h`: keywords whose names are unknown; `type` is the type of their values. */
  | { readonly kind: 'keywords'; readonly type: Type; readonly span: Span; readonly expr: Expr | null }
) & { readonly isSure?: true };

export interface Actuals {
  readonly list: readonly Actual[];
  readonly env: Env;
  /** `...` and anonymous splats: the arguments are unknown. */
  readonly open: boolean;
}

/** A call in the source, or the call that `&:name` expands to. */
export type Sending = Pick<Call, 'receiver' | 'method' | 'args' | 'block'>;
