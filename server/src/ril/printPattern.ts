/** Patterns of case/in -> string, close to Ruby's syntax. */
import { unreachable } from '../base/result';
import type { Expr, Pattern } from './ril';

type Print = (expr: Expr) => string;

export function printPattern(pattern: Pattern, print: Print): string {
  switch (pattern.type) {
    case 'value':
      return print(pattern.value);
    case 'bind':
      return `?${pattern.name}`;
    case 'capture':
      return `(=> ${printPattern(pattern.pattern, print)} ?${pattern.name})`;
    case 'alternative':
      return `(| ${printAll(pattern.alternatives, print)})`;
    case 'array': {
      const rest = pattern.rest ? [`*${printBinding(pattern.rest.name)}`] : [];
      const items = [...pattern.before.map(one => printPattern(one, print)), ...rest];
      const after = pattern.after.map(one => printPattern(one, print));
      return `${printConstant(pattern.constant, print)}[${[...items, ...after].join(' ')}]`;
    }
    case 'find': {
      const middle = printAll(pattern.middle, print);
      return `${printConstant(pattern.constant, print)}[*${printBinding(pattern.before)} ${middle} *${printBinding(pattern.after)}]`;
    }
    case 'hash': {
      const entries = pattern.entries.map(
        entry => `${entry.key}:${entry.pattern ? ` ${printPattern(entry.pattern, print)}` : ''}`,
      );
      return `${printConstant(pattern.constant, print)}{${[...entries, ...printRest(pattern.rest)].join(' ')}}`;
    }
    default:
      return unreachable(pattern);
  }
}

function printAll(patterns: readonly Pattern[], print: Print): string {
  return patterns.map(pattern => printPattern(pattern, print)).join(' ');
}

function printBinding(name: string | null): string {
  return name === null ? '' : `?${name}`;
}

function printConstant(expr: Expr | null, print: Print): string {
  return expr ? print(expr) : '';
}

function printRest(of: { readonly name: string | null } | 'nil' | null): readonly string[] {
  if (of === null) return [];
  return [of === 'nil' ? '**nil' : `**${printBinding(of.name)}`];
}
