/**
 * RIL, the small core Ruby: one form per meaning, a span on every node. All phases after lowering see only RIL.
 * Normalised away by lower/: unless, ternary, modifiers, elsif, case/when (to `===` calls), op-assign, until, for,
 * attribute and index writes (calls of `x=`, `[]=`), string juxtaposition, parentheses, `not`/`!` (a call of `!`). `!=`
 * and `!~` stay calls of that name. Spans are relative to the enclosing declaration (base/span.ts).
 * A construct that RIL cannot express is `opaque` and says what it is: never an exception, never dropped.
 */
import type { Span } from '../base/span';
import type { OpaqueCode } from '../problems/opaqueCode';
import type { Declaration } from './declarations';

export type LiteralValue =
  | { readonly type: 'nil' }
  | { readonly type: 'true' }
  | { readonly type: 'false' }
  | { readonly type: 'integer'; readonly value: string } // decimal digits, any size, may start with -
  | { readonly type: 'float'; readonly value: string } // as written, underscores removed
  | { readonly type: 'rational'; readonly value: string }
  | { readonly type: 'imaginary'; readonly value: string }
  | {
      readonly type: 'string';
      readonly value: string;
      readonly segments: readonly StringSegment[];
      /** The file says `# frozen_string_literal: true`. */
      readonly frozen?: true;
    }
  | { readonly type: 'symbol'; readonly value: string }
  | { readonly type: 'regexp'; readonly value: string; readonly flags: string };

/**
 * The source position of a piece of a string's value: value[at, at+length) was written verbatim at source[source, …).
 * Escapes, heredoc margins and adjacent literals begin new pieces; an escape is a separate piece.
 */
export interface StringSegment {
  readonly at: number;
  readonly length: number;
  readonly source: number;
}

export interface Lit {
  readonly kind: 'lit';
  readonly span: Span;
  readonly value: LiteralValue;
}
interface Self {
  readonly kind: 'self';
  readonly span: Span;
}
/** Names keep their sigil: `x`, `@x`, `@@x`, `$x`. Temporaries of lowering are locals named `%1`, `%2`, … */
export type VariableScope = 'local' | 'instance' | 'class' | 'global';
export interface Var {
  readonly kind: 'var';
  readonly span: Span;
  readonly scope: VariableScope;
  readonly name: string;
}
/** `A` has scope null; `x::A` an expression; `::A` the string 'root'. */
export interface Const {
  readonly kind: 'const';
  readonly span: Span;
  readonly scope: Expr | 'root' | null;
  readonly name: string;
}
export interface Assign {
  readonly kind: 'assign';
  readonly span: Span;
  readonly target: Var | Const;
  readonly value: Expr;
}
/** `a, (b, *c), @d = value`. A nested list destructures again; `splat` may have no target (`*`). */
export type MultiTarget =
  | { readonly type: 'one'; readonly span: Span; readonly target: Var | Const | Call } // a call: `x.y=` or `x[i]=`, without its last argument
  | { readonly type: 'splat'; readonly span: Span; readonly target: Var | Const | Call | null }
  | { readonly type: 'list'; readonly span: Span; readonly items: readonly MultiTarget[] };
export interface MultiAssign {
  readonly kind: 'multiAssign';
  readonly span: Span;
  readonly targets: readonly MultiTarget[];
  readonly value: Expr;
}
export type Arg =
  /** `member`: RBS inline's `:x, #: Integer` in `Struct.new` and `Data.define`, the comment as a literal. */
  | { readonly type: 'positional'; readonly value: Expr; readonly member?: Expr }
  | { readonly type: 'splat'; readonly span: Span; readonly value: Expr | null } // null: anonymous `*`
  | { readonly type: 'keyword'; readonly span: Span; readonly name: string; readonly value: Expr }
  | { readonly type: 'pair'; readonly key: Expr; readonly value: Expr } // `'a' => 1` in a brace-less hash
  | { readonly type: 'doubleSplat'; readonly span: Span; readonly value: Expr | null }
  | { readonly type: 'forward'; readonly span: Span }; // `...`
export type BlockArg =
  | { readonly type: 'block'; readonly block: Block }
  | { readonly type: 'pass'; readonly span: Span; readonly value: Expr | null }; // `&e`, anonymous `&`
export interface Call {
  readonly kind: 'call';
  readonly span: Span;
  readonly receiver: Expr | null; // null: implicit self
  readonly method: string;
  readonly methodSpan: Span; // the name or operator itself
  readonly args: readonly Arg[];
  readonly block: BlockArg | null;
  readonly safe: boolean; // `&.`
  readonly bare: boolean; // a bare identifier without arguments: `foo`
  /**
   * Why RIL has this call although the source does not: `case` for `===` of a when, `opAssign`, `for`, `send`
   * (staticSend.ts), `comment` for the cast of `#: T` behind a statement, `element` for `==` between an element and the value that is searched for, …
   */
  readonly madeBy:
    | 'source'
    | 'case'
    | 'opAssign'
    | 'for'
    | 'attributeWrite'
    | 'negation'
    | 'send'
    | 'element'
    | 'comment';
}
export interface Super {
  readonly kind: 'super';
  readonly span: Span;
  readonly args: readonly Arg[] | null; // null: the method's own arguments
  readonly block: BlockArg | null;
}
export interface Yield {
  readonly kind: 'yield';
  readonly span: Span;
  readonly args: readonly Arg[];
}
/** A missing branch is a `nil` literal with an empty span. */
export interface If {
  readonly kind: 'if';
  readonly span: Span;
  readonly condition: Expr;
  readonly then: Expr;
  readonly else: Expr;
}
export interface And {
  readonly kind: 'and';
  readonly span: Span;
  readonly left: Expr;
  readonly right: Expr;
}
export interface Or {
  readonly kind: 'or';
  readonly span: Span;
  readonly left: Expr;
  readonly right: Expr;
}
/** An empty sequence is nil. */
export interface Seq {
  readonly kind: 'seq';
  readonly span: Span;
  readonly body: readonly Expr[];
}
/** `until` has its condition negated by a `!` call. `bodyFirst`: `begin … end while c`. */
export interface While {
  readonly kind: 'while';
  readonly span: Span;
  readonly condition: Expr;
  readonly body: Expr;
  readonly bodyFirst: boolean;
}
export interface Jump {
  readonly kind: 'jump';
  readonly span: Span;
  readonly jump: 'return' | 'break' | 'next' | 'redo' | 'retry';
  readonly value: Expr | null;
}
export interface RescueClause {
  readonly span: Span;
  readonly classes: readonly Arg[]; // empty: StandardError
  readonly target: Var | Const | Call | null;
  readonly body: Expr;
}
export interface Rescue {
  readonly kind: 'rescue';
  readonly span: Span;
  readonly body: Expr;
  readonly clauses: readonly RescueClause[];
  readonly else: Expr | null;
}
export interface Ensure {
  readonly kind: 'ensure';
  readonly span: Span;
  readonly body: Expr;
  readonly ensure: Expr;
}
export interface ArrayLit {
  readonly kind: 'array';
  readonly span: Span;
  readonly elements: readonly Arg[]; // positional, splat; a trailing brace-less hash is one positional HashLit
}
export interface HashLit {
  readonly kind: 'hash';
  readonly span: Span;
  readonly entries: readonly Arg[]; // keyword, pair, doubleSplat
}
export interface RangeLit {
  readonly kind: 'range';
  readonly span: Span;
  readonly from: Expr | null;
  readonly to: Expr | null;
  readonly exclusive: boolean;
}
export interface Interpolate {
  readonly kind: 'interpolate';
  readonly span: Span;
  readonly as: 'string' | 'symbol' | 'regexp' | 'command';
  readonly parts: readonly Expr[]; // string literals and expressions
  readonly flags: string; // of a regexp
}
/** `->(x) { }`; `lambda { }` and `proc { }` are calls. */
export interface Lambda {
  readonly kind: 'lambda';
  readonly span: Span;
  readonly block: Block;
}
export interface Defined {
  readonly kind: 'defined';
  readonly span: Span;
  readonly value: Expr;
}
/** `subject in pattern`: a boolean that binds. `case/in` is a chain of these; `raises`: `subject => pattern`. */
export interface Match {
  readonly kind: 'match';
  readonly span: Span;
  readonly subject: Expr;
  readonly pattern: Pattern;
  readonly raises: boolean;
}
/** A declaration as an expression: nested def, class in a method, `alias`, `undef`. */
export interface Define {
  readonly kind: 'define';
  readonly span: Span;
  readonly declaration: Declaration;
}
/** Not modelled. `assigns`: locals that it may write, so that no stale fact about them survives. */
export interface Opaque {
  readonly kind: 'opaque';
  readonly span: Span;
  readonly code: OpaqueCode;
  readonly assigns: readonly string[];
}

export type Expr =
  | Lit
  | Self
  | Var
  | Const
  | Assign
  | MultiAssign
  | Call
  | Super
  | Yield
  | If
  | And
  | Or
  | Seq
  | While
  | Jump
  | Rescue
  | Ensure
  | ArrayLit
  | HashLit
  | RangeLit
  | Interpolate
  | Lambda
  | Defined
  | Match
  | Define
  | Opaque;

export type Pattern =
  | { readonly type: 'value'; readonly span: Span; readonly value: Expr } // matched by ===; ranges, constants, literals, pins
  | { readonly type: 'bind'; readonly span: Span; readonly name: string } // `x`, `_`
  | { readonly type: 'capture'; readonly span: Span; readonly pattern: Pattern; readonly name: string } // `P => x`
  | { readonly type: 'alternative'; readonly span: Span; readonly alternatives: readonly Pattern[] }
  | {
      readonly type: 'array';
      readonly span: Span;
      readonly constant: Expr | null;
      readonly before: readonly Pattern[];
      readonly rest: { readonly name: string | null } | null;
      readonly after: readonly Pattern[];
    }
  | {
      readonly type: 'find';
      readonly span: Span;
      readonly constant: Expr | null;
      readonly before: string | null;
      readonly middle: readonly Pattern[];
      readonly after: string | null;
    }
  | {
      readonly type: 'hash';
      readonly span: Span;
      readonly constant: Expr | null;
      readonly entries: readonly { readonly key: string; readonly pattern: Pattern | null }[];
      readonly rest: { readonly name: string | null } | 'nil' | null; // `**rest`, `**nil`
    };

export type ParamKind =
  | 'required'
  | 'optional'
  | 'rest'
  | 'post' // required, after optional or rest
  | 'key'
  | 'optionalKey'
  | 'keyRest'
  | 'noKey' // **nil
  | 'block'
  | 'forward'; // ...
export interface Param {
  readonly kind: ParamKind;
  readonly span: Span;
  readonly name: string | null; // null: anonymous `*`, `**`, `&`
  readonly default: Expr | null; // optional, optionalKey
  readonly destructure: readonly MultiTarget[] | null; // `(a, b)`
}

export interface Block {
  readonly span: Span;
  readonly params: readonly Param[];
  /** `|x; y|` */
  readonly locals: readonly string[];
  /** Parameters declared by using `it`, `_1`, `_2` are in `params`, marked here. */
  readonly implicitParams: boolean;
  /** False for `for`, whose variables belong to the enclosing scope. */
  readonly ownScope: boolean;
  readonly body: Expr;
}
