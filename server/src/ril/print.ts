/**
 * RIL -> string, for developers and fingerprints: S-expressions without positions, equal for equal meaning. A call is
 * `(.method receiver args…)`, on self `(method args…)`; a name without parentheses is a variable; nodes that lowering
 * introduced are marked (`.===~case`). Long forms break into indented lines.
 */
import { unreachable } from '../base/result';
import { showOpaqueCode } from '../problems/opaqueCode';
import type { ConstantPath, Declaration, RilFile } from './declarations';
import { list, render, type Sheet } from './printLayout';
import { printPattern } from './printPattern';
import type { Arg, Block, BlockArg, Call, Expr, LiteralValue, MultiTarget, Param } from './ril';

export function printRil(file: RilFile): string {
  return file.declarations.map(declaration => `${render(declarationSheet(declaration))}\n`).join('');
}

export function printDeclaration(declaration: Declaration): string {
  return render(declarationSheet(declaration));
}

export function printExpr(expr: Expr): string {
  return render(exprSheet(expr));
}

function declarationSheet(declaration: Declaration): Sheet {
  switch (declaration.kind) {
    case 'class': {
      const superclass = declaration.superclass ? [list('<', [exprSheet(declaration.superclass)])] : [];
      return list(`class ${printPath(declaration.path)}`, [...superclass, ...declaration.body.map(declarationSheet)]);
    }
    case 'module':
      return list(`module ${printPath(declaration.path)}`, declaration.body.map(declarationSheet));
    case 'singleton':
      return list('class <<', [exprSheet(declaration.target), ...declaration.body.map(declarationSheet)]);
    case 'method': {
      const target = declaration.singleton ? [exprSheet(declaration.singleton)] : [];
      const head = declaration.broken ? 'def-broken' : 'def';
      const params = list('', declaration.params.map(paramSheet));
      return list(head, [...target, declaration.name, params, exprSheet(declaration.body())]);
    }
    case 'constant':
      return list('=', [printPath(declaration.path), exprSheet(declaration.value)]);
    case 'alias':
      return list('alias', [declaration.newName, declaration.oldName]);
    case 'undef':
      return list('undef', declaration.names);
    case 'statement':
      return exprSheet(declaration.expr);
    case 'comment':
      return list(
        `comment ${declaration.style}`,
        declaration.lines.map(line => JSON.stringify(line.text)),
      );
    default:
      return unreachable(declaration);
  }
}

function printPath(path: ConstantPath): string {
  return `${path.root ? '::' : ''}${path.names.join('::')}`;
}

function exprSheet(expr: Expr): Sheet {
  switch (expr.kind) {
    case 'lit':
      return printLiteral(expr.value);
    case 'self':
      return 'self';
    case 'var':
      return expr.name;
    case 'const':
      if (expr.scope === null) return expr.name;
      return expr.scope === 'root' ? `::${expr.name}` : list('::', [exprSheet(expr.scope), expr.name]);
    case 'assign':
      return list('=', [exprSheet(expr.target), exprSheet(expr.value)]);
    case 'multiAssign':
      return list('=', [list('', expr.targets.map(targetSheet)), exprSheet(expr.value)]);
    case 'call':
      return callSheet(expr);
    case 'super':
      return list(expr.args ? 'super' : 'zsuper', [...(expr.args ?? []).map(argSheet), ...blockArgSheets(expr.block)]);
    case 'yield':
      return list('yield', expr.args.map(argSheet));
    case 'if':
      return list('if', [expr.condition, expr.then, expr.else].map(exprSheet));
    case 'and':
    case 'or':
      return list(expr.kind, [expr.left, expr.right].map(exprSheet));
    case 'seq':
      return list('do', expr.body.map(exprSheet));
    case 'while':
      return list(expr.bodyFirst ? 'begin-while' : 'while', [expr.condition, expr.body].map(exprSheet));
    case 'jump':
      return list(expr.jump, expr.value ? [exprSheet(expr.value)] : []);
    case 'rescue':
      return rescueSheet(expr);
    case 'ensure':
      return list('ensure', [expr.body, expr.ensure].map(exprSheet));
    case 'array':
      return list('', expr.elements.map(argSheet), '[', ']');
    case 'hash':
      return list('', expr.entries.map(argSheet), '{', '}');
    case 'range':
      return list(expr.exclusive ? '...' : '..', [optionalSheet(expr.from), optionalSheet(expr.to)]);
    case 'interpolate':
      return list(`#${expr.as}${expr.flags && `/${expr.flags}`}`, expr.parts.map(exprSheet));
    case 'lambda':
      return list('->', blockSheets(expr.block));
    case 'defined':
      return list('defined?', [exprSheet(expr.value)]);
    case 'match':
      return list(expr.raises ? '=>' : 'in', [exprSheet(expr.subject), printPattern(expr.pattern, printExpr)]);
    case 'define':
      return declarationSheet(expr.declaration);
    case 'opaque':
      return `#<opaque ${showOpaqueCode(expr.code)}${expr.assigns.length > 0 ? ` assigns ${expr.assigns.join(' ')}` : ''}>`;
    default:
      return unreachable(expr);
  }
}

function optionalSheet(expr: Expr | null): Sheet {
  return expr ? exprSheet(expr) : '_';
}

export function printLiteral(value: LiteralValue): string {
  switch (value.type) {
    case 'nil':
    case 'true':
    case 'false':
      return value.type;
    case 'integer':
    case 'float':
      return value.value;
    case 'rational':
      return `${value.value}r`;
    case 'imaginary':
      return `${value.value}i`;
    case 'string':
      return JSON.stringify(value.value);
    case 'symbol':
      return /^[\p{L}_@$][\p{L}\p{N}_@]*[?!=]?$/u.test(value.value)
        ? `:${value.value}`
        : `:${JSON.stringify(value.value)}`;
    case 'regexp':
      return `/${value.value}/${value.flags}`;
    default:
      return unreachable(value);
  }
}

/** `foo` alone is `(foo)`, `foo()` is `(foo ())`: Ruby raises different errors for them. */
function callSheet(call: Call): Sheet {
  const dot = call.receiver ? (call.safe ? '&.' : '.') : '';
  const madeBy = call.madeBy === 'source' ? '' : `~${call.madeBy}`;
  const rest = [...call.args.map(argSheet), ...blockArgSheets(call.block)];
  const empty = !call.receiver && !call.bare && rest.length === 0 ? ['()'] : [];
  const receiver = call.receiver ? [exprSheet(call.receiver)] : empty;
  return list(`${dot}${call.method}${madeBy}`, [...receiver, ...rest]);
}

function argSheet(arg: Arg): Sheet {
  switch (arg.type) {
    case 'positional':
      return exprSheet(arg.value);
    case 'splat':
      return list('*', arg.value ? [exprSheet(arg.value)] : []);
    case 'keyword':
      return list(`${/^\w+[?!]?$/.test(arg.name) ? arg.name : JSON.stringify(arg.name)}:`, [exprSheet(arg.value)]);
    case 'pair':
      return list('=>', [exprSheet(arg.key), exprSheet(arg.value)]);
    case 'doubleSplat':
      return list('**', arg.value ? [exprSheet(arg.value)] : []);
    case 'forward':
      return '...';
    default:
      return unreachable(arg);
  }
}

function blockArgSheets(block: BlockArg | null): readonly Sheet[] {
  if (!block) return [];
  if (block.type === 'pass') return [list('&', block.value ? [exprSheet(block.value)] : [])];
  return [list(block.block.ownScope ? '' : 'open', blockSheets(block.block), '{', '}')];
}

function blockSheets(block: Block): readonly Sheet[] {
  const params = block.params.map(paramSheet);
  const locals = block.locals.length > 0 ? [`;${block.locals.join(',')}`] : [];
  const mark = block.implicitParams ? 'implied' : '';
  return [list(mark, [...params, ...locals], '|', '|'), exprSheet(block.body)];
}

const PREFIX = { rest: '*', keyRest: '**', noKey: '**nil', block: '&', forward: '...' } as const;

function paramSheet(param: Param): Sheet {
  const name = param.destructure ? list('', param.destructure.map(targetSheet)) : (param.name ?? '');
  switch (param.kind) {
    case 'required':
    case 'post':
      return name;
    case 'optional':
      return list('=', [name, optionalSheet(param.default)]);
    case 'key':
      return `${param.name}:`;
    case 'optionalKey':
      return list(`${param.name}:`, [optionalSheet(param.default)]);
    default:
      return `${PREFIX[param.kind]}${param.name ?? ''}`;
  }
}

function targetSheet(target: MultiTarget): Sheet {
  switch (target.type) {
    case 'one':
      return exprSheet(target.target);
    case 'splat':
      return list('*', target.target ? [exprSheet(target.target)] : []);
    case 'list':
      return list('', target.items.map(targetSheet));
    default:
      return unreachable(target);
  }
}

function rescueSheet(expr: Extract<Expr, { kind: 'rescue' }>): Sheet {
  const clauses = expr.clauses.map(clause =>
    list('when', [
      list('', clause.classes.map(argSheet), '[', ']'),
      optionalSheet(clause.target),
      exprSheet(clause.body),
    ]),
  );
  const otherwise = expr.else ? [list('else', [exprSheet(expr.else)])] : [];
  return list('rescue', [exprSheet(expr.body), ...clauses, ...otherwise]);
}
