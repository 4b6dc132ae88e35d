/** Patterns of case/in as text, close to how Ruby writes them. */
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
      return `(| ${all(pattern.alternatives, print)})`;
    case 'array': {
      const rest = pattern.rest ? [`*${bound(pattern.rest.name)}`] : [];
      const items = [...pattern.before.map(one => printPattern(one, print)), ...rest];
      const after = pattern.after.map(one => printPattern(one, print));
      return `${constant(pattern.constant, print)}[${[...items, ...after].join(' ')}]`;
    }
    case 'find': {
      const middle = all(pattern.middle, print);
      return `${constant(pattern.constant, print)}[*${bound(pattern.before)} ${middle} *${bound(pattern.after)}]`;
    }
    case 'hash': {
      const entries = pattern.entries.map(
        entry => `${entry.key}:${entry.pattern ? ` ${printPattern(entry.pattern, print)}` : ''}`,
      );
      return `${constant(pattern.constant, print)}{${[...entries, ...rest(pattern.rest)].join(' ')}}`;
    }
    default:
      return unreachable(pattern);
  }
}

function all(patterns: readonly Pattern[], print: Print): string {
  return patterns.map(pattern => printPattern(pattern, print)).join(' ');
}

function bound(name: string | null): string {
  return name === null ? '' : `?${name}`;
}

function constant(expr: Expr | null, print: Print): string {
  return expr ? print(expr) : '';
}

function rest(of: { readonly name: string | null } | 'nil' | null): readonly string[] {
  if (of === null) return [];
  return [of === 'nil' ? '**nil' : `**${bound(of.name)}`];
}
