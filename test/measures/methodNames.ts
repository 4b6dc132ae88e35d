/**
 * Lists of Ruby's method names in TypeScript: array literals, strings that are split into words, the cases of a switch
 * and alternatives of a regular expression, if at least two of their words are given and all are names of core methods.
 */
import ts from 'typescript';

/** The words of each list. */
export function methodNameLists(text: string, isMethod: (name: string) => boolean): readonly (readonly string[])[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const found: (readonly string[])[] = [];
  const visit = (node: ts.Node): void => {
    const words = wordsOf(node);
    if (words.length > 1 && words.every(isMethod)) found.push(words);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function wordsOf(node: ts.Node): readonly string[] {
  if (ts.isArrayLiteralExpression(node)) {
    const texts = node.elements.map(each => (ts.isStringLiteralLike(each) ? each.text : null));
    return texts.every(each => each !== null) ? texts : [];
  }
  if (ts.isSwitchStatement(node)) {
    const cases = node.caseBlock.clauses.filter(ts.isCaseClause).map(clause => clause.expression);
    return cases.every(ts.isStringLiteralLike) ? cases.map(each => (each as ts.StringLiteralLike).text) : [];
  }
  if (ts.isStringLiteralLike(node)) return node.text.includes(' ') ? node.text.trim().split(/\s+/) : [];
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
    const parts = node.getText().split(/[()/^$]|\?:/);
    const alternatives = parts.map(part => part.split('|').map(word => word.replaceAll('\\', '')));
    return alternatives.reduce((longest, words) => (words.length > longest.length ? words : longest), []);
  }
  return [];
}
