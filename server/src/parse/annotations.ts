/**
 * Statements and comments of a file -> annotations in source order; resolve/ attaches them to classes and methods.
 * Visits class bodies and blocks in them (`class_eval do … end`), but not method bodies: the checker reads the type
 * strings there with parseTypeLiteral.
 */
import type { Problem } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import type { AnchorId } from '../base/span';
import { Memos, PartMemoKey } from '../program/memos';
import type { Declaration, RilFile } from '../ril/declarations';
import type { Expr, Lit } from '../ril/ril';
import type { Annotation } from '../types/annotation';
import { isCertainAnnotation, loadsAnnotations, readAnnotationCall } from './annotationCalls';
import { readComment } from './annotationComments';
import type { AnnotationContext } from './annotationContext';
import { staticText } from './staticString';
import { type BareType, parseBareType } from './typeParser';

interface Reading {
  readonly memos: Memos;
  readonly annotations: Annotation[];
  readonly problems: Problem[];
  readonly usesAnnotations: boolean;
  readonly loadsLibrary: boolean;
}

export function parseAnnotations(file: RilFile, memos = Memos.empty()): WithProblems<readonly Annotation[]> {
  const loadsLibrary = file.declarations.some(declaration => someStatement(declaration, loadsAnnotations));
  const usesAnnotations = loadsLibrary || file.declarations.some(one => someStatement(one, isCertainAnnotation));
  const reading: Reading = { memos, annotations: [], problems: [], usesAnnotations, loadsLibrary };
  for (const declaration of file.declarations) readDeclaration(reading, declaration);
  return withProblems(reading.annotations, reading.problems);
}

/**
 * A type string inside a method body: `x.type_cast('T')`, `var_type :local, 'T'`. Null if it is not a string literal.
 */
export function parseTypeLiteral(literal: Lit, anchor: AnchorId): WithProblems<BareType | null> {
  const text = staticText(literal, anchor);
  if (text === null) return withProblems(null);
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
      return;
    case 'statement':
      readOnce(reading, anchor, declaration.expr, (one, ctx) => readStatement(one, ctx, declaration.expr));
      return;
    case 'constant':
      readOnce(reading, anchor, declaration.value, (one, ctx) => readStatement(one, ctx, declaration.value));
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
