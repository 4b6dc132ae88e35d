/**
 * Lists of Ruby's method names in TypeScript, however they are written: array literals, keys of objects and of maps, strings
 * that are split into words, the cases of a switch, chains of comparisons, unions of literal types and alternatives of a
 * regular expression. A list counts if two of its words are names of core methods and most of them are, so that one other
 * word does not hide it.
 */
import ts from 'typescript';

/** The words of each list. */
export function methodNameLists(text: string, isMethod: (name: string) => boolean): readonly (readonly string[])[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const found: (readonly string[])[] = [];
  const visit = (node: ts.Node): void => {
    const words = [...new Set(wordsOf(node))];
    const names = words.filter(isMethod);
    if (names.length > 1 && 2 * names.length > words.length) found.push(words);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function wordsOf(node: ts.Node): readonly string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(wordOrFirst);
  if (ts.isObjectLiteralExpression(node))
    return isTable(node) ? node.properties.flatMap(({ name }) => keyOf(name)) : [];
  if (ts.isSwitchStatement(node) && !isDiscriminant(node.expression))
    return node.caseBlock.clauses.flatMap(clause => (ts.isCaseClause(clause) ? literal(clause.expression) : []));
  if (ts.isUnionTypeNode(node) && !isKeysOfType(node))
    return node.types.flatMap(type => (ts.isLiteralTypeNode(type) ? literal(type.literal) : []));
  if (ts.isBinaryExpression(node)) return wordsOfOneSubject(comparisons(node));
  if (ts.isStringLiteralLike(node) && !isNamesOfRow(node))
    return node.text.includes(' ') ? node.text.trim().split(/\s+/) : [];
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) return longestAlternatives(node.getText());
  return [];
}

/** `'push'`; `['push', …]`, an entry of a map */
function wordOrFirst(element: ts.Expression): readonly string[] {
  const [first, second] = ts.isArrayLiteralExpression(element) ? element.elements : [element];
  return first && (first === element || (second && !ts.isStringLiteralLike(second))) ? literal(first) : [];
}

/** An object that is looked into by name, not a record: a key is quoted, its type has any keys, or its keys are asked for. */
function isTable(node: ts.ObjectLiteralExpression): boolean {
  if (node.properties.some(({ name }) => name && !ts.isIdentifier(name))) return true;
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.expression.getText().startsWith('Object.');
  if (ts.isVariableDeclaration(parent) || ts.isSatisfiesExpression(parent))
    return /Record<|\[\w+: /.test(parent.type?.getText() ?? '');
  return ts.isParenthesizedExpression(parent) && ts.isElementAccessExpression(parent.parent);
}

function keyOf(name: ts.PropertyName | undefined): readonly string[] {
  if (!name) return [];
  return ts.isIdentifier(name) ? [name.text] : literal(ts.isComputedPropertyName(name) ? name.expression : name);
}

function literal(node: ts.Node): readonly string[] {
  return ts.isStringLiteralLike(node) ? [node.text] : [];
}

/** Tells the forms of our own data apart, or the values of a label. */
function isDiscriminant(node: ts.Expression): boolean {
  return /(^|\.)(kind|type|scope|jump|answers|keeps|yields|seeks|arranges|returns)$/.test(node.getText());
}

/** `Pick<Send, 'receiver' | 'args'>` */
function isKeysOfType(node: ts.UnionTypeNode): boolean {
  return ts.isTypeReferenceNode(node.parent) && /^(Pick|Omit)$/.test(node.parent.typeName.getText());
}

/** `names` of a row of models, which has a class and an arity. */
function isNamesOfRow(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isPropertyAssignment(parent) || parent.name.getText() !== 'names') return false;
  const keys = parent.parent.properties.map(each => each.name?.getText());
  return keys.includes('class') && keys.includes('arity');
}

interface Comparison {
  readonly subject: string;
  readonly word: string;
}

/** `name === 'push' || name === 'pop'`, `name !== 'push' && name !== 'pop'` */
function comparisons(node: ts.Expression): readonly Comparison[] {
  if (ts.isParenthesizedExpression(node)) return comparisons(node.expression);
  if (!ts.isBinaryExpression(node)) return [];
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return [...comparisons(node.left), ...comparisons(node.right)];
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
      return isDiscriminant(node.left) ? [] : literal(node.right).map(word => ({ subject: node.left.getText(), word }));
    default:
      return [];
  }
}

function wordsOfOneSubject(found: readonly Comparison[]): readonly string[] {
  const groups = found.map(({ subject }) => found.filter(each => each.subject === subject).map(({ word }) => word));
  return longest(groups);
}

function longest(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.reduce<readonly string[]>((most, some) => (some.length > most.length ? some : most), []);
}

function longestAlternatives(source: string): readonly string[] {
  const parts = source.split(/[()/^$]|\?:/);
  return longest(parts.map(part => part.split('|').map(word => word.replaceAll(/\\|[?*+]$/g, ''))));
}
