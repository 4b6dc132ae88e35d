/** How a body uses each field: whether it may write it or insert into what it holds, and whether the value escapes. */
import type { Expr } from '../ril/ril';
import { children, walk } from '../ril/walk';
import type { MethodKey } from '../types/typedMethod';

export interface FieldMention {
  /** It assigns the field, or calls a method on it that may insert. */
  readonly mayWrite: boolean;
  /** It uses the field other than as the receiver of a call or the target of an assignment. */
  readonly escapes: boolean;
  /** It assigns the field itself. */
  readonly assigns: boolean;
}

/** A method whose body uses a field. */
export interface FieldUser extends FieldMention {
  readonly key: MethodKey;
}

const NOT_MENTIONED: FieldMention = { mayWrite: false, escapes: false, assigns: false };

const ASSIGNING: ReadonlySet<Expr['kind']> = new Set<Expr['kind']>(['multiAssign', 'rescue', 'opaque']);

export function findFieldMentions(body: Expr): ReadonlyMap<string, FieldMention> {
  const found = new Map<string, FieldMention>();
  const note = (name: string, { mayWrite, escapes, assigns }: FieldMention): void => {
    const known = found.get(name) ?? NOT_MENTIONED;
    found.set(name, {
      mayWrite: known.mayWrite || mayWrite,
      escapes: known.escapes || escapes,
      assigns: known.assigns || assigns,
    });
  };
  if (isField(body)) note(body.name, { mayWrite: false, escapes: true, assigns: false });
  walk(body, expr => {
    const receiver = expr.kind === 'call' ? expr.receiver : null;
    const target = expr.kind === 'assign' ? expr.target : null;
    for (const child of children(expr)) {
      if (!isField(child)) continue;
      const isPlain = child === receiver || child === target;
      const assigns = child === target || ASSIGNING.has(expr.kind);
      note(child.name, { mayWrite: isPlain || expr.kind !== 'call', escapes: !isPlain, assigns });
    }
    return true;
  });
  return found;
}

function isField(expr: Expr): expr is Extract<Expr, { kind: 'var' }> {
  return expr.kind === 'var' && expr.scope !== 'local';
}
