/** Interfaces for the structural types of one class, named for the method that first requires them: `_DrawShape`. */
import { type RbsContext, showRbsMethod } from '../../infer/write/rbsTypes';
import type { ClassInfo, MethodInfo } from '../../program/program';
import { printType } from '../../types/print';
import type { StructuralMethod, Type } from '../../types/type';

type Structural = Extract<Type, { kind: 'structural' }>;

export interface Interfaces {
  /** The method whose types are shown next. */
  about(method: MethodInfo): void;
  nameOf(type: Structural): string;
  print(ctx: RbsContext): readonly string[];
}

export function createInterfaces({ constants }: ClassInfo): Interfaces {
  const known = new Map<string, { readonly name: string; readonly type: Structural }>();
  const names = new Set(constants.keys());
  let method = '';
  return {
    about: info => {
      method = info.name;
    },
    nameOf: type => {
      const text = printType(type);
      const found = known.get(text);
      if (found) return found.name;
      const name = freshName(camelise(method), names);
      names.add(name);
      known.set(text, { name, type });
      return name;
    },
    print: ctx => [...known.values()].flatMap(({ name, type }) => printInterface(ctx, name, type)),
  };
}

function printInterface(ctx: RbsContext, name: string, { methods }: Structural): readonly string[] {
  const line = ({ name: method, type }: StructuralMethod): string =>
    `  def ${/^[A-Za-z_]\w*[?!=]?$/.test(method) ? method : `\`${method}\``}: ${showRbsMethod(ctx, type)}`;
  return [`interface ${name}`, ...methods.map(line), 'end'];
}

function freshName(base: string, taken: ReadonlySet<string>): string {
  const name = `_${base === '' ? 'Operand' : base}Argument`;
  if (!taken.has(name)) return name;
  for (let i = 2; ; i++) if (!taken.has(`${name}${i}`)) return `${name}${i}`;
}

function camelise(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
