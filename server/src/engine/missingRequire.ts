/**
 * Annotations that are calls (`type '…'`) need the library at run time. A program of which no file loads it ends with a
 * NoMethodError at the first such call, which is reported in each file that has one.
 */
import type { Problem } from '../base/problem';
import type { Place } from '../base/span';
import { isCertainAnnotation, loadsAnnotations } from '../parse/annotationCalls';
import { memoOfPart, PartMemoKey } from '../program/memos';
import type { Program } from '../program/program';
import type { Declaration, RilFile } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { SourceFile } from './sources';

interface LibraryUse {
  readonly loads: boolean;
  readonly first: { readonly place: Place; readonly call: string } | null;
}

const USES = new PartMemoKey<RilFile, LibraryUse>();

export function findMissingRequires(program: Program, files: Iterable<SourceFile>): readonly Problem[] {
  const uses = [...files].map(({ ril }) => memoOfPart(program, USES, ril, () => useOf(ril)));
  if (uses.some(({ loads }) => loads)) return [];
  return uses.flatMap(({ first }) =>
    first === null ? [] : [{ code: 'LP2216', place: first.place, args: { call: first.call } }],
  );
}

function useOf({ declarations }: RilFile): LibraryUse {
  const statements = declarations.flatMap(statementsIn);
  const first = statements.find(({ expr }) => isCertainAnnotation(expr));
  const call = first?.expr.kind === 'call' ? first.expr : null;
  return {
    loads: statements.some(({ expr }) => containsLoad(expr)),
    first: first && call ? { place: { anchor: first.anchor, span: call.methodSpan }, call: call.method } : null,
  };
}

/** Also under a condition, or with a rescue. */
function containsLoad(expr: Expr): boolean {
  let found = false;
  walk(expr, each => {
    found ||= loadsAnnotations(each);
    return !found;
  });
  return found;
}

interface Statement {
  readonly anchor: Declaration['anchor'];
  readonly expr: Expr;
}

function statementsIn(declaration: Declaration): readonly Statement[] {
  switch (declaration.kind) {
    case 'class':
    case 'module':
    case 'singleton':
      return declaration.body.flatMap(statementsIn);
    case 'statement':
      return [{ anchor: declaration.anchor, expr: declaration.expr }];
    default:
      return [];
  }
}
