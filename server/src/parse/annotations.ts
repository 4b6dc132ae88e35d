/**
 * Statements and comments of a file -> annotations in source order; resolve/ attaches them to classes and methods.
 * Visits class bodies and blocks in them (`class_eval do … end`), but not method bodies: the checker reads the type
 * strings there with parseTypeLiteral.
 */
import type { Problem, ProblemArg } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import type { AnchorId } from '../base/span';
import { Memos, PartMemoKey } from '../program/memos';
import type { Declaration, RilFile } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { Annotation } from '../types/annotation';
import { isCertainAnnotation, loadsAnnotations, readAnnotationCall } from './annotationCalls';
import { readComment } from './annotationComments';
import type { AnnotationContext } from './annotationContext';
import { parseTypeOfComment } from './rbsCast';
import { readSorbetConstant, readStruct } from './sorbetClass';
import { readSorbetType } from './sorbetExpression';
import { staticText } from './staticString';
import { readStructMembers } from './structMembers';
import { type BareType, parseBareType } from './typeParser';

interface Reading {
  readonly memos: Memos;
  readonly annotations: Annotation[];
  readonly problems: Problem[];
  readonly usesAnnotations: boolean;
  readonly loadsLibrary: boolean;
}

/** `isPackage`: the file need not load the library, because it is never run. */
export function parseAnnotations(
  file: RilFile,
  memos = Memos.empty(),
  isPackage = false,
): WithProblems<readonly Annotation[]> {
  const loadsLibrary = isPackage || file.declarations.some(declaration => someStatement(declaration, loadsAnnotations));
  const usesAnnotations = loadsLibrary || file.declarations.some(one => someStatement(one, isCertainAnnotation));
  const reading: Reading = { memos, annotations: [], problems: [], usesAnnotations, loadsLibrary };
  for (const declaration of file.declarations) readDeclaration(reading, declaration);
  return withProblems(reading.annotations, countNotRead(reading.problems));
}

/** What is not read is said once for each construct, at its first place. */
function countNotRead(problems: readonly Problem[]): readonly Problem[] {
  const counts = new Map<ProblemArg | undefined, number>();
  for (const { code, args } of problems) if (code === 'LP2209') counts.set(args.what, (counts.get(args.what) ?? 0) + 1);
  return problems.flatMap(problem => {
    if (problem.code !== 'LP2209') return [problem];
    const count = counts.get(problem.args.what);
    counts.delete(problem.args.what);
    return count === undefined ? [] : [{ ...problem, args: { ...problem.args, count } }];
  });
}

/**
 * A type inside a method body: the string of `x.type_cast('T')` and `var_type :local, 'T'`, or the expression of
 * Sorbet's `T.let(x, T)`.
 */
export function parseTypeInBody(expr: Expr, anchor: AnchorId): WithProblems<Pick<BareType, 'type'>> {
  const text = staticText(expr, anchor);
  if (text === null) {
    const problems: Problem[] = [];
    return withProblems({ type: readSorbetType({ anchor, problems }, expr) }, problems);
  }
  if (text.text.startsWith('#:')) return parseTypeOfComment(text.text, text.source);
  const read = parseBareType(text.text, text.source);
  return withProblems(read.value, read.problems);
}

function someStatement(declaration: Declaration, holds: (expr: Expr) => boolean): boolean {
  switch (declaration.kind) {
    case 'class':
    case 'module':
    case 'singleton':
      return declaration.body.some(inner => someStatement(inner, holds));
    case 'statement':
      return holds(declaration.expr);
    default:
      return false;
  }
}

type Read = (reading: Reading, ctx: AnnotationContext) => void;

/** By a statement's expression or a comment's lines: what they said when they were read last. */
const READ = new PartMemoKey<object, Reading & { readonly anchor: AnchorId }>();

/** After an edit most annotations of a file are unchanged, and parsing them dominates, so each is parsed once. */
function readOnce(reading: Reading, anchor: AnchorId, source: object, read: Read): void {
  const { usesAnnotations, loadsLibrary } = reading;
  const known = reading.memos.ofParts(READ);
  let found = known.get(source);
  if (found?.anchor !== anchor || found.usesAnnotations !== usesAnnotations || found.loadsLibrary !== loadsLibrary) {
    found = { ...reading, anchor, annotations: [], problems: [] };
    read(found, { ...found, anchor });
    known.set(source, found);
  }
  reading.annotations.push(...found.annotations);
  reading.problems.push(...found.problems);
}

function readDeclaration(reading: Reading, declaration: Declaration): void {
  const { anchor } = declaration;
  switch (declaration.kind) {
    case 'class':
    case 'module':
    case 'singleton':
      for (const inner of declaration.body) readDeclaration(reading, inner);
      if (declaration.kind === 'class' && declaration.superclass?.kind === 'call')
        readStructMembers({ ...reading, anchor }, declaration.superclass);
      if (declaration.kind === 'class') readStruct(declaration, each => ({ ...reading, anchor: each.anchor }));
      return;
    case 'statement':
      readOnce(reading, anchor, declaration.expr, (one, ctx) => readStatement(one, ctx, declaration.expr));
      return;
    case 'constant':
      readOnce(reading, anchor, declaration.value, (one, ctx) => {
        if (readSorbetConstant(ctx, declaration)) return;
        readStructMembers(ctx, declaration.value);
        readStatement(one, ctx, declaration.value);
      });
      return;
    case 'comment':
      readOnce(reading, anchor, declaration.lines, (_, ctx) => readComment(ctx, declaration));
      return;
    case 'method':
    case 'alias':
    case 'undef':
      return;
  }
}

/** A call may be an annotation; otherwise annotations may be in its block or in the branches of an `if`. */
function readStatement(reading: Reading, ctx: AnnotationContext, expr: Expr): void {
  switch (expr.kind) {
    case 'seq':
      for (const part of expr.body) readStatement(reading, ctx, part);
      return;
    case 'rescue':
      readStatement(reading, ctx, expr.body);
      return;
    case 'if':
      readStatement(reading, ctx, expr.then);
      readStatement(reading, ctx, expr.else);
      return;
    case 'define':
      readDeclaration(reading, expr.declaration);
      return;
    case 'assign':
      readStatement(reading, ctx, expr.value);
      return;
    case 'call':
      if (readAnnotationCall(ctx, expr)) return;
      for (const arg of expr.args) if (arg.type === 'positional') readStatement(reading, ctx, arg.value);
      if (expr.block?.type === 'block') readStatement(reading, ctx, expr.block.block.body);
      return;
    default:
      return;
  }
}
