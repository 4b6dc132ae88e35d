/**
 * Local variables of a method by scope: a block's parameters shadow outer variables, and a variable first assigned
 * inside a block is local to it. Occurrences are in source order.
 */
import type { Span } from '../base/span';
import { showOpaqueCode } from '../problems/opaqueCode';
import type { MethodDeclaration } from '../ril/declarations';
import type { Arg, Block, Expr, MultiTarget, Param, Pattern } from '../ril/ril';
import { isTemporaryName } from '../ril/temporaryName';
import { children } from '../ril/walk';
import { isNamedKeyword } from '../types/keywordsAsHash';

interface LocalUse {
  readonly span: Span;
  readonly writes: boolean;
  /** `f(x:)`: the keyword is also the variable. */
  readonly shorthand: boolean;
}

export interface LocalVariable {
  readonly name: string;
  readonly uses: LocalUse[];
  /** Why it cannot be renamed; null: it can. */
  fixed: string | null;
}

interface Scope {
  readonly names: Map<string, LocalVariable>;
  readonly outer: Scope | null;
}

export function localsIn(definition: MethodDeclaration): readonly LocalVariable[] {
  const found: LocalVariable[] = [];
  const reader = new Reader(found);
  const scope: Scope = { names: new Map(), outer: null };
  reader.params(definition.params, scope);
  reader.read(definition.body(), scope);
  return found;
}

class Reader {
  constructor(private readonly found: LocalVariable[]) {}

  params(params: readonly Param[], scope: Scope): void {
    for (const param of params) {
      if (param.name !== null) {
        const sigil = param.kind === 'rest' || param.kind === 'block' ? 1 : param.kind === 'keyRest' ? 2 : 0;
        const variable = this.declare(param.name, scope);
        this.use(variable, { start: param.span.start + sigil, end: param.span.end }, true);
        if (isNamedKeyword(param)) variable.fixed = 'it is a keyword, which callers write too';
      }
      for (const target of param.destructure ?? []) this.declareTarget(target, scope);
      if (param.default) this.read(param.default, scope);
    }
  }

  read(expr: Expr, scope: Scope): void {
    switch (expr.kind) {
      case 'var':
        if (expr.scope === 'local') this.use(this.find(expr.name, scope), expr.span, false);
        return;
      case 'assign':
        if (expr.target.kind === 'var' && expr.target.scope === 'local')
          this.use(this.find(expr.target.name, scope), expr.target.span, true);
        else this.read(expr.target, scope);
        this.read(expr.value, scope);
        return;
      case 'lambda':
        this.block(expr.block, scope);
        return;
      case 'call':
      case 'super':
        if (expr.kind === 'call' && expr.receiver) this.read(expr.receiver, scope);
        for (const arg of expr.args ?? []) this.argument(arg, scope);
        if (expr.block?.type === 'block') this.block(expr.block.block, scope);
        else if (expr.block?.value) this.read(expr.block.value, scope);
        return;
      case 'hash':
        for (const entry of expr.entries) this.argument(entry, scope);
        return;
      case 'match':
        this.read(expr.subject, scope);
        this.pattern(expr.pattern, scope);
        return;
      case 'opaque':
        for (const name of expr.assigns) this.find(name, scope).fixed = `${showOpaqueCode(expr.code)} may write it`;
        return;
      default:
        for (const child of children(expr)) this.read(child, scope);
    }
  }

  private argument(arg: Arg, scope: Scope): void {
    if (arg.type === 'pair') this.read(arg.key, scope);
    if (arg.type === 'forward' || arg.value === null) return;
    const { value } = arg;
    const isShort = arg.type === 'keyword' && value.kind === 'var' && value.name === arg.name;
    if (isShort && value.span.start <= arg.span.start + 1 && value.scope === 'local')
      this.use(this.find(value.name, scope), value.span, false, true);
    else this.read(value, scope);
  }

  /** A `for` loop has no scope of its own. */
  private block(block: Block, outer: Scope): void {
    const scope: Scope = block.ownScope ? { names: new Map(), outer } : outer;
    for (const name of block.locals) this.declare(name, scope).fixed = 'it is declared in the head of a block';
    if (!block.implicitParams) this.params(block.params, scope);
    this.read(block.body, scope);
  }

  private declareTarget(target: MultiTarget, scope: Scope): void {
    if (target.type === 'list') for (const item of target.items) this.declareTarget(item, scope);
    else if (target.target?.kind === 'var') this.use(this.declare(target.target.name, scope), target.target.span, true);
  }

  private pattern(pattern: Pattern, scope: Scope): void {
    const fix = (name: string | null | undefined): void => {
      if (name) this.find(name, scope).fixed = 'a pattern binds it';
    };
    switch (pattern.type) {
      case 'value':
        this.read(pattern.value, scope);
        return;
      case 'bind':
        this.use(this.find(pattern.name, scope), pattern.span, true);
        return;
      case 'capture':
        this.pattern(pattern.pattern, scope);
        fix(pattern.name);
        return;
      case 'alternative':
        for (const each of pattern.alternatives) this.pattern(each, scope);
        return;
      case 'array':
        for (const each of [...pattern.before, ...pattern.after]) this.pattern(each, scope);
        fix(pattern.rest?.name);
        return;
      case 'find':
        for (const each of pattern.middle) this.pattern(each, scope);
        fix(pattern.before);
        fix(pattern.after);
        return;
      case 'hash':
        for (const { key, pattern: inner } of pattern.entries) {
          if (inner) this.pattern(inner, scope);
          else fix(key);
        }
        if (pattern.rest !== null && pattern.rest !== 'nil') fix(pattern.rest.name);
    }
  }

  private find(name: string, scope: Scope): LocalVariable {
    for (let at: Scope | null = scope; at !== null; at = at.outer) {
      const known = at.names.get(name);
      if (known !== undefined) return known;
    }
    return this.declare(name, scope);
  }

  private declare(name: string, scope: Scope): LocalVariable {
    const variable: LocalVariable = { name, uses: [], fixed: null };
    scope.names.set(name, variable);
    if (!isTemporaryName(name)) this.found.push(variable);
    return variable;
  }

  /** Names that lowering introduced do not occur in the source. */
  private use(variable: LocalVariable, span: Span, writes: boolean, shorthand = false): void {
    const { name } = variable;
    if (span.end - span.start < name.length) return;
    const at = { start: span.start, end: span.start + name.length };
    const known = variable.uses.findIndex(each => each.span.start === at.start);
    if (known < 0) variable.uses.push({ span: at, writes, shorthand });
    else if (writes) variable.uses[known] = { ...variable.uses[known]!, writes };
  }
}
