/**
 * Names that annotations give to arguments, results and fields: where they are declared, and where refinements use
 * them. A block type inside a type, or a block inside a refinement, may shadow a name.
 */
import { contains, type Span, shift } from '../base/span';
import type { FileSnapshot, Snapshot } from '../engine/snapshot';
import { locate } from '../engine/snapshot';
import type { Block, Expr } from '../ril/ril';
import { children } from '../ril/walk';
import type { Annotation } from '../types/annotation';
import { isKeywordParam } from '../types/keywordsAsHash';
import type { Clause, MethodType, ParamType, Refinement, Type } from '../types/type';

export interface Binder {
  readonly name: string;
  /** The type before the name: `Integer`. */
  readonly type: string;
  readonly refinement: string | null;
  /** File spans, the declaration first. */
  readonly declared: Span;
  readonly uses: readonly Span[];
  /** Callers use the name of a keyword too. */
  readonly keyword: boolean;
  /** Names that a new name would collide with. */
  readonly others: ReadonlySet<string>;
}

export function binderAt(snapshot: Snapshot, file: FileSnapshot, offset: number): Binder | null {
  return (
    bindersAround(snapshot, file, offset).find(
      ({ declared, uses }) => contains(declared, offset) || uses.some(use => contains(use, offset)),
    ) ?? null
  );
}

/** All binders of the annotation at this offset. */
export function bindersAround(snapshot: Snapshot, file: FileSnapshot, offset: number): readonly Binder[] {
  for (const annotation of file.annotations) {
    const at = locate(snapshot, annotation.place);
    if (at === null || at.path !== file.path || !contains(at.span, offset)) continue;
    const start = snapshot.anchorAt(annotation.anchor);
    if (start !== undefined) return bindersOf(annotation, { text: file.text, start });
  }
  return [];
}

interface Source {
  readonly text: string;
  /** Offset of the annotation's anchor. */
  readonly start: number;
}

interface Scope {
  readonly name: string;
  readonly slot: Span;
  readonly refinement: Refinement | null;
  readonly keyword: boolean;
}

function bindersOf(annotation: Annotation, source: Source): readonly Binder[] {
  if (annotation.kind === 'method') return bindersInMethodType(annotation.type, source);
  const refinement = annotation.kind === 'variable' ? annotation.refinement : null;
  if (!refinement?.binder) return [];
  const slot = annotation.place.span;
  const scope = [{ name: refinement.binder, slot, refinement, keyword: false }];
  return bindersIn(scope, refinement.clauses, source);
}

function bindersInMethodType(type: MethodType, source: Source): readonly Binder[] {
  const scope = scopeOf(type);
  const inner = innerTypes(type);
  return [...bindersIn(scope, clausesIn(type), source), ...inner.flatMap(each => bindersInMethodType(each, source))];
}

function scopeOf(type: MethodType): readonly Scope[] {
  const named = type.params.flatMap(({ name, span, refinement, kind }: ParamType) =>
    name === null || span === null ? [] : [{ name, slot: span, refinement, keyword: isKeywordParam({ kind }) }],
  );
  const { resultName, resultSpan, resultRefinement } = type;
  const result =
    resultName === null || resultSpan === null
      ? []
      : [{ name: resultName, slot: resultSpan, refinement: resultRefinement, keyword: false }];
  return [...named, ...result];
}

/** The clauses of a type, including inner types with the names that they shadow. */
function clausesIn(type: MethodType): readonly Clause[] {
  const own = [...type.params.map(param => param.refinement), type.resultRefinement];
  const inner = innerTypes(type).flatMap(each => {
    const hidden = new Set(scopeOf(each).map(({ name }) => name));
    return clausesIn(each).map(clause => ({ ...clause, expr: hideNames(clause.expr, hidden) }));
  });
  return [...own.flatMap(refinement => refinement?.clauses ?? []), ...inner];
}

/** A clause in which these names are shadowed, as the body of a block that has them as parameters. */
function hideNames(expr: Expr, names: ReadonlySet<string>): Expr {
  const block: Block = {
    span: expr.span,
    params: [...names].map(name => ({
      kind: 'required',
      span: { start: 0, end: 0 },
      name,
      default: null,
      destructure: null,
    })),
    locals: [],
    implicitParams: false,
    ownScope: true,
    body: expr,
  };
  return { kind: 'lambda', span: expr.span, block };
}

function innerTypes(type: MethodType): readonly MethodType[] {
  const inParams = type.params.flatMap(param => procTypes(param.type));
  return [...(type.block ? [type.block.type] : []), ...inParams, ...procTypes(type.result)];
}

function procTypes(type: Type): readonly MethodType[] {
  if (type.kind === 'proc') return [type.method];
  return type.kind === 'union' ? type.members.flatMap(procTypes) : [];
}

function bindersIn(scope: readonly Scope[], clauses: readonly Clause[], source: Source): readonly Binder[] {
  return scope.flatMap(({ name, slot, refinement, keyword }) => {
    const declared = declarationIn(source, slot, name, refinement, keyword);
    if (declared === null) return [];
    const uses = clauses.flatMap(clause => usesOf(clause.expr, name)).map(span => shift(span, source.start));
    const others = new Set([...scope.map(each => each.name), ...clauses.flatMap(clause => blockNames(clause.expr))]);
    others.delete(name);
    const before = source.text.slice(source.start + slot.start, declared.start).trim();
    const type = keyword ? '' : before.replace(/^.*['"]/, '');
    return [
      { name, type, refinement: refinement?.text ?? null, declared, uses: removeDuplicates(uses), keyword, others },
    ];
  });
}

/** The last occurrence before the brace of the refinement; a keyword's name comes first. */
function declarationIn(
  { text, start }: Source,
  slot: Span,
  name: string,
  refinement: Refinement | null,
  keyword: boolean,
): Span | null {
  const end = refinement === null ? slot.end : Math.min(slot.end, refinement.place.span.start);
  const inside = text.slice(start + slot.start, start + end);
  const found = [...inside.matchAll(new RegExp(`(?<![\\w@%:])${name}(?!\\w)`, 'g'))];
  const match = keyword ? found[0] : found.at(-1);
  if (match === undefined) return null;
  const from = start + slot.start + match.index;
  return { start: from, end: from + name.length };
}

function usesOf(expr: Expr, name: string): readonly Span[] {
  if (expr.kind === 'var') return expr.scope === 'local' && expr.name === name ? [expr.span] : [];
  const block = blockOf(expr);
  if (block === null || !namesOf(block).includes(name)) return children(expr).flatMap(each => usesOf(each, name));
  const hidden = new Set<Expr>([block.body]);
  return children(expr).flatMap(each => (hidden.has(each) ? [] : usesOf(each, name)));
}

function blockNames(expr: Expr): readonly string[] {
  const block = blockOf(expr);
  return [...(block === null ? [] : namesOf(block)), ...children(expr).flatMap(blockNames)];
}

function blockOf(expr: Expr): Block | null {
  if (expr.kind === 'lambda') return expr.block;
  const given = expr.kind === 'call' || expr.kind === 'super' ? expr.block : null;
  return given?.type === 'block' ? given.block : null;
}

function namesOf({ params, locals }: Block): readonly string[] {
  return [...params.flatMap(param => param.name ?? []), ...locals];
}

function removeDuplicates(spans: readonly Span[]): readonly Span[] {
  return [...new Map(spans.map(span => [span.start, span])).values()].sort((a, b) => a.start - b.start);
}
