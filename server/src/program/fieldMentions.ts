/** How a body uses each field: whether it may write it or insert into what it holds, and whether the value escapes. */
import type { Expr } from '../ril/ril';
import { children, walk } from '../ril/walk';
import type { MethodKey } from '../types/typedMethod';

export interface FieldMention {
  /** It assigns the field, or calls a method on it that may insert. */
  readonly mayWrite: boolean;
  /** It uses the field other than as the receiver of a call or the target of an assignment. */
  readonly escapes: boolean;
}

/** A method whose body uses a field. */
export interface FieldUser extends FieldMention {
  readonly key: MethodKey;
}

const NOT_MENTIONED: FieldMention = { mayWrite: false, escapes: false };

export function findFieldMentions(body: Expr): ReadonlyMap<string, FieldMention> {
  const found = new Map<string, FieldMention>();
  const note = (name: string, { mayWrite, escapes }: FieldMention): void => {
    const known = found.get(name) ?? NOT_MENTIONED;
    found.set(name, { mayWrite: known.mayWrite || mayWrite, escapes: known.escapes || escapes });
  };
  if (isField(body)) note(body.name, { mayWrite: false, escapes: true });
  walk(body, expr => {
    const receiver = expr.kind === 'call' ? expr.receiver : null;
    const target = expr.kind === 'assign' ? expr.target : null;
    for (const child of children(expr)) {
      if (!isField(child)) continue;
      const isPlain = child === receiver || child === target;
      note(child.name, { mayWrite: isPlain || expr.kind !== 'call', escapes: !isPlain });
    }
    return true;
  });
  return found;
}

function isField(expr: Expr): expr is Extract<Expr, { kind: 'var' }> {
  return expr.kind === 'var' && expr.scope !== 'local';
}
