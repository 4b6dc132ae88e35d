/** Typed code outside of methods: scripts, and the bodies of classes and modules. */
import type { AnchorId, Span } from '../base/span';
import type { Call, Expr, Super, Yield } from '../ril/ril';
import type { OutgoingCall } from './summary';
import type { Type } from './type';
import type { CallTarget, MethodKey } from './typedMethod';

/** One statement, constant or class head of a body; spans of its expressions are relative to `at`. */
export interface TypedDeclaration {
  readonly anchor: AnchorId;
  readonly at: number;
  readonly span: Span;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: ReadonlyMap<Call | Super | Yield, CallTarget>;
  readonly outgoing: readonly OutgoingCall[];
}

/** The code of a script, or of the body of a class or module, outside of its methods. */
export interface TypedBody {
  readonly key: MethodKey;
  readonly self: Type;
  readonly declarations: readonly TypedDeclaration[];
}
