/** What can be counted in the source of the server: casts, non-null assertions, long parameter lists, state of modules. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

export const SOURCE = join(__dirname, '..', '..', 'server', 'src');

export interface Measures {
  /** `x as T`, without `as const`. */
  casts: number;
  /** `x as never`, `x as unknown as T`: the compiler believes anything. */
  readonly blindCasts: string[];
  nonNullAssertions: number;
  readonly longParameterLists: { readonly path: string; readonly name: string; readonly count: number }[];
  /** `path name` of variables of a module that change while the program runs. */
  readonly moduleState: string[];
}

export const MOST_PARAMETERS = 5;

export function measureFolder(folder: string): Measures {
  const measures = noMeasures();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  for (const name of files.sort()) {
    const path = join(folder, name);
    measureText(measures, relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
  }
  return measures;
}

export function noMeasures(): Measures {
  return { casts: 0, blindCasts: [], nonNullAssertions: 0, longParameterLists: [], moduleState: [] };
}

export function measureText(measures: Measures, path: string, text: string): void {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  for (const name of stateOf(file)) measures.moduleState.push(`${path} ${name}`);
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node)) measureCast(measures, path, node);
    if (ts.isNonNullExpression(node)) measures.nonNullAssertions++;
    if (ts.isFunctionLike(node) && 'body' in node && node.body && node.parameters.length > MOST_PARAMETERS)
      measures.longParameterLists.push({ path, name: nameOf(node), count: node.parameters.length });
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** `declare const`: only its type is declared here. */
function isAmbient(statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
}

function measureCast(measures: Measures, path: string, node: ts.AsExpression): void {
  if (node.type.getText() === 'const') return;
  measures.casts++;
  const isBlind = node.type.kind === ts.SyntaxKind.NeverKeyword || isCastToUnknown(node.expression);
  if (isBlind) measures.blindCasts.push(`${path} ${node.getText().replace(/\s+/g, ' ')}`);
}

function isCastToUnknown(node: ts.Expression): boolean {
  const inner = ts.isParenthesizedExpression(node) ? node.expression : node;
  return ts.isAsExpression(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '(anonymous)';
}

const WEAK = new Set(['WeakMap', 'WeakSet', 'WeakRef']);

/** Variables at the top of a file: `let`, weak collections, and whatever this file changes by assignment or by a method. */
function stateOf(file: ts.SourceFile): readonly string[] {
  const statements = file.statements.filter(ts.isVariableStatement).filter(each => !isAmbient(each));
  const variables = statements.flatMap(statement => {
    const isLet = (statement.declarationList.flags & ts.NodeFlags.Const) === 0;
    return statement.declarationList.declarations.map(declaration => ({ declaration, isLet }));
  });
  const changed = changedNames(file);
  return variables.flatMap(({ declaration, isLet }) => {
    const made = declaration.initializer;
    const isWeak = made !== undefined && ts.isNewExpression(made) && WEAK.has(made.expression.getText());
    const name = declaration.name.getText();
    return isLet || isWeak || changed.has(name) ? [name] : [];
  });
}

const CHANGES = /^(set|add|push|delete|clear|unshift|splice|pop|shift|sort|reverse|fill|copyWithin)$/;

function changedNames(file: ts.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (target: ts.Expression): void => {
    if (ts.isIdentifier(target)) found.add(target.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (CHANGES.test(node.expression.name.text)) note(node.expression.expression);
    }
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) noteTarget(node.left, note);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const { operator } = node;
      if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken)
        noteTarget(node.operand, note);
    }
    if (ts.isDeleteExpression(node)) noteTarget(node.expression, note);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function noteTarget(target: ts.Expression, note: (target: ts.Expression) => void): void {
  if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target))
    noteTarget(target.expression, note);
  else note(target);
}
