/**
 * `label :a, :b, pure: true` in server/core/*.rb and in packages: labels for methods whose types come from RBS. Without
 * names it labels the class itself: `label equality: :contents, keys: :identity`; of BasicObject, `calls:` and `asks:`
 * are what every method without these labels may call. In programs, labels follow the type.
 */
import type { Problem } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import type { Place } from '../base/span';
import type { Equality, EqualityLabels, LibraryFacts, Protocol } from '../program/program';
import type { ClassDeclaration, Declaration, ModuleDeclaration, RilFile } from '../ril/declarations';
import type { Arg, Call, Expr } from '../ril/ril';
import type { Labels } from '../types/annotation';
import type { MethodKey } from '../types/typedMethod';
import { type AnnotationContext, keywordArguments, reportProblem } from './annotationContext';
import { readLabels } from './annotationLabels';
import { isFact, readLibraryFacts } from './libraryFacts';
import { literalName } from './staticString';

export interface CoreLabel {
  readonly key: MethodKey;
  readonly labels: Labels;
  /** Null: only labels that users can write, too. */
  readonly facts: LibraryFacts | null;
  readonly place: Place;
}

/** A label of a class or module. */
export interface ClassLabel {
  readonly className: string;
  readonly equality: EqualityLabels;
  readonly protocol: Protocol | null;
  readonly place: Place;
}

export interface CoreLabels {
  readonly methods: readonly CoreLabel[];
  readonly classes: readonly ClassLabel[];
}

interface Found {
  readonly methods: CoreLabel[];
  readonly classes: ClassLabel[];
  readonly problems: Problem[];
}

export function parseCoreLabels(file: RilFile): WithProblems<CoreLabels> {
  const found: Found = { methods: [], classes: [], problems: [] };
  for (const declaration of file.declarations) readNamespace(declaration, '', found);
  return withProblems({ methods: found.methods, classes: found.classes }, found.problems);
}

function readNamespace(declaration: Declaration, outer: string, found: Found): void {
  if (declaration.kind !== 'class' && declaration.kind !== 'module') return;
  const name = nameOf(declaration, outer);
  for (const inner of declaration.body) {
    if (inner.kind === 'singleton') for (const one of inner.body) readMethodLabel(one, `${name}.`, found);
    else {
      readNamespace(inner, name, found);
      readMethodLabel(inner, `${name}#`, found);
      readClassLabel(inner, name, found);
    }
  }
}

function nameOf(declaration: ClassDeclaration | ModuleDeclaration, outer: string): string {
  const name = declaration.path.names.join('::');
  return outer === '' ? name : `${outer}::${name}`;
}

function readMethodLabel(declaration: Declaration, prefix: string, found: Found): void {
  const args = labelArgs(declaration);
  const names = args.flatMap(arg => (arg.type === 'positional' ? (literalName(arg.value) ?? []) : []));
  if (names.length === 0) return;
  const ctx = contextOf(declaration, found);
  const facts = readLibraryFacts(ctx, keywordArguments(args));
  const labels = readLabels(ctx, args.filter(isPlainLabel));
  const place = placeOf(declaration);
  found.methods.push(...names.map(name => ({ key: prefix + name, labels, facts, place })));
}

/** A label that users can write, too. */
function isPlainLabel(arg: Arg): boolean {
  return arg.type !== 'positional' && keywordArguments([arg]).every(({ name }) => !isFact(name));
}

/** The property that each keyword of a class label sets. */
const WORDS = { equality: 'values', keys: 'keys' } as const;

const EQUALITIES: readonly Equality[] = ['identity', 'contents', 'members', 'comparison', 'own'];

function readClassLabel(declaration: Declaration, className: string, found: Found): void {
  const args = labelArgs(declaration);
  if (args.length === 0 || args.some(arg => arg.type === 'positional')) return;
  const ctx = contextOf(declaration, found);
  const equality: Record<keyof EqualityLabels, Equality | null> = { values: null, keys: null };
  const protocol: Partial<Record<keyof Protocol, readonly string[]>> = {};
  for (const { name, value, span } of keywordArguments(args)) {
    if (className === 'BasicObject' && (name === 'calls' || name === 'asks'))
      protocol[name] = namesIn(ctx, name, value);
    else if (name === 'equality' || name === 'keys') equality[WORDS[name]] = readEquality(ctx, name, value);
    else reportProblem(ctx, 'LP2203', span, { name, meant: 'equality' });
  }
  const { calls, asks } = protocol;
  found.classes.push({
    className,
    equality,
    protocol: calls && asks ? { calls, asks } : null,
    place: placeOf(declaration),
  });
}

function readEquality(ctx: AnnotationContext, label: string, value: Expr): Equality | null {
  const said = EQUALITIES.find(each => each === literalName(value)) ?? null;
  if (said === null) reportProblem(ctx, 'LP2204', value.span, { label, wanted: `one of ${EQUALITIES.join(', ')}` });
  return said;
}

/** `[:to_s, :inspect]` */
function namesIn(ctx: AnnotationContext, label: string, value: Expr): readonly string[] {
  const names = (value.kind === 'array' ? value.elements : []).map(each =>
    each.type === 'positional' ? literalName(each.value) : null,
  );
  const known = names.filter(each => each !== null);
  if (known.length === 0 || known.length < names.length)
    reportProblem(ctx, 'LP2204', value.span, { label, wanted: 'a list of methods: `[:to_s]`' });
  return known;
}

function placeOf({ anchor, span }: Declaration): Place {
  return { anchor, span };
}

function contextOf({ anchor }: Declaration, { problems }: Found): AnnotationContext {
  return { anchor, annotations: [], problems, usesAnnotations: true, loadsLibrary: true };
}

/** Whether it is a `label` statement. */
export function isLabelStatement(declaration: Declaration): boolean {
  return declaration.kind === 'statement' && isLabel(declaration.expr);
}

function labelArgs(declaration: Declaration): readonly Arg[] {
  return declaration.kind === 'statement' && isLabel(declaration.expr) ? declaration.expr.args : [];
}

function isLabel(expr: { readonly kind: string }): expr is Call {
  return expr.kind === 'call' && (expr as Call).method === 'label' && (expr as Call).receiver === null;
}
