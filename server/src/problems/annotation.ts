/** LP20xx: inside type strings. LP21xx: inside refinements. LP22xx: annotation calls and their labels. */
import type { ProblemDefinition, ProblemSeverity } from './definition';

function define(name: string, severity: ProblemSeverity, message: ProblemDefinition['message']): ProblemDefinition {
  return { name, kind: 'annotation', severity, message };
}

export const ANNOTATION_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP2001: define('type-syntax', 'error', ({ expected, found }) => `expected ${expected}, found ${found}`),
  LP2002: define('missing-arrow', 'error', () => '`->` is missing before the result: `(…) -> Result`'),
  LP2003: define(
    'unclosed-bracket',
    'error',
    ({ open, close }) => `\`${open}\` is never closed; \`${close}\` is missing`,
  ),
  LP2004: define('after-type', 'error', ({ found }) => `the type ends before \`${found}\``),
  LP2005: define('empty-type', 'error', () => 'the type is empty'),
  LP2006: define('bool-spelling', 'hint', ({ written }) => `${written} is read as %bool, which is RDL's name for it`),
  LP2007: define(
    'suspicious-type-variable',
    'warning',
    ({ written, meant }) =>
      `\`${written}\` would be a type variable, because it begins with a lowercase letter; it is read as ${meant}`,
  ),
  LP2008: define(
    'misplaced-mark',
    'error',
    ({ mark }) =>
      `\`${mark}\` says how an argument is passed; it has no meaning here${mark === '?' ? ' (for nil write `… or nil`)' : ''}`,
  ),
  LP2009: define('argument-order', 'error', ({ why }) => `${why}`),
  LP2010: define('duplicate-binder', 'error', ({ name }) => `the name \`${name}\` occurs twice in this type`),
  LP2011: define('unnamed-refinement', 'error', ({ type }) => `a refined argument needs a name: \`${type} x { … }\``),
  LP2012: define(
    'foreign-spelling',
    'warning',
    ({ written, meant }) => `\`${written}\` is not RDL's spelling; write \`${meant}\``,
  ),
  LP2013: define(
    'needless-non-null',
    'error',
    () => '`!` says that a value is not nil; a literal says so itself, and `nil` never is',
  ),
  LP2014: define('not-computed', 'information', ({ what }) => `${what} is not evaluated; it is read as %dyn`),
  LP2015: define('duplicate-key', 'error', ({ key }) => `the key ${key} occurs twice`),
  LP2016: define(
    'too-deep',
    'error',
    ({ limit }) => `nested more than ${limit} levels deep; deeper levels are not read`,
  ),
  LP2017: define(
    'binder-name',
    'error',
    ({ name }) => `\`${name}\` cannot name a value: names begin with a lowercase letter, and \`self\` is reserved`,
  ),
  LP2018: define('missing-parentheses', 'error', () => 'the arguments of a method type go in parentheses: `(…) -> …`'),
  LP2019: define(
    'keyword-name',
    'error',
    ({ name, keyword }) => `a keyword argument is named by its keyword: \`${keyword}\`, not \`${name}\``,
  ),
  LP2020: define(
    'second-arrow',
    'error',
    () => 'a method type has one `->`; a procedure as result is written `{ (…) -> … }`',
  ),
  LP2021: define('block-after-result', 'error', () => 'a block goes before the arrow: `(…) { (…) -> … } -> …`'),

  LP2101: define('refinement-syntax', 'error', ({ expected, found }) => `expected ${expected}, found ${found}`),
  LP2102: define('assignment-for-equality', 'error', () => '`=` assigns; a refinement compares with `==`'),
  LP2103: define('empty-refinement', 'error', () => 'the refinement is empty'),
  LP2104: define(
    'not-an-expression',
    'error',
    ({ construct }) => `${construct} is not allowed in a refinement, which is one pure expression`,
  ),
  LP2105: define(
    'comparison-chain',
    'error',
    ({ text }) => `\`${text}\` can be read in two ways; put parentheses or \`&&\``,
  ),
  LP2106: define(
    'misplaced-hole',
    'error',
    () => 'a hole `??` stands for clauses about a parameter or the result of a method; nothing can fill it here',
  ),

  LP2215: define('missing-type', 'error', ({ method }) => `${method} needs a type: this file is \`strict\``),
  LP2201: define(
    'not-static',
    'information',
    ({ call }) => `this ${call} is computed when the program runs; it is not read here`,
  ),
  LP2202: define('annotation-form', 'error', ({ call, form }) => `${call} is written \`${form}\``),
  LP2203: define(
    'unknown-label',
    'error',
    ({ name, meant }) => `${name} is not a label${meant ? `; did you mean ${meant}?` : ''}`,
  ),
  LP2204: define('label-value', 'error', ({ label, wanted }) => `${label}: takes ${wanted}`),
  LP2205: define('variable-name', 'error', ({ name }) => `\`${name}\` is not the name of a variable`),
  LP2206: define(
    'method-name',
    'error',
    ({ name }) => `\`${name}\` is not the name of a method; only \`self.\` may precede it`,
  ),
  LP2207: define('comment-name', 'error', ({ name, below }) =>
    below
      ? `\`${name}\` does not fit the definition below, \`${below}\`; this annotation is ignored`
      : `no class \`${name}\` is defined below this comment; this annotation is ignored`,
  ),
  LP2208: define('not-a-subtype', 'error', ({ name, type }) => `${name} is not a subtype of ${type}`),
  LP2209: define(
    'not-read',
    'information',
    ({ what, count = '1' }) =>
      `${what} is not read${count === '1' ? '' : `, here and in ${Number(count) - 1} more places of this file`}; its type is unknown here`,
  ),
  LP2216: define(
    'missing-require',
    'warning',
    ({ call }) => `no file requires loupe, so \`${call}\` raises NoMethodError. Add: require 'loupe'`,
  ),
  LP2210: define('broken-sig', 'error', ({ why }) => `Sorbet: ${why}`),
  LP2211: define(
    'unknown-parameter-name',
    'error',
    ({ name, method, known }) => `${method} has no parameter \`${name}\`; it has ${known || 'none'}`,
  ),
  LP2212: define(
    'parameter-without-type',
    'error',
    ({ names, method }) => `${method} has a \`sig\` that gives no type for ${names}`,
  ),
  LP2213: define(
    'contradicting-declarations',
    'information',
    ({ method, used, other, where }) =>
      `${method} is declared as ${used} here and as ${other} in ${where}; this one counts`,
  ),
  LP2214: define(
    'contradicted-comment',
    'information',
    ({ method, said, found }) => `the comment says that ${method} returns ${said}, but it returns ${found}`,
  ),
};
