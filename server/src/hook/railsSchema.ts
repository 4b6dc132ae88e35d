/**
 * db/schema.rb -> the columns of each table, as annotations of the model's methods. A column may be nil in a record that
 * was not saved yet, whatever the database says; only one that is `null: false` with a default never is.
 */
import { demodulize, pluralize, tableize, underscore } from '../program/inflections';
import type { Program } from '../program/program';
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { HookedCall, HookFile } from './findHooks';
import { isName, isTrue, type Line, line, literal, option, positional } from './railsCalls';

export interface Column {
  readonly call: HookedCall;
  readonly lines: readonly Line[];
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'Integer',
  bigint: 'Integer',
  smallint: 'Integer',
  float: 'Float',
  decimal: 'BigDecimal',
  numeric: 'BigDecimal',
  string: 'String',
  text: 'String',
  citext: 'String',
  uuid: 'String',
  binary: 'String',
  boolean: '%bool',
  date: 'Date',
};
/** Others are known to exist, and no more: times, JSON, arrays, … */
const OTHERS = /^(datetime|timestamp|timestamptz|time|json|jsonb|hstore|inet|column|virtual|primary_key)$/;
/** What these hold is what was assigned; a decimal is rounded, a float may be NaN. */
const KEPT = new Set(['Integer', 'String', '%bool']);

export function isSchema(path: string): boolean {
  return /(^|[\\/])db[\\/](\w+_)?schema\.rb$/.test(path);
}

export function columnsOf(files: readonly HookFile[], program: Program): ReadonlyMap<string, readonly Column[]> {
  const tables = new Map<string, readonly Column[]>();
  for (const file of files.filter(({ path }) => isSchema(path))) {
    for (const declaration of file.ril.declarations) {
      if (declaration.kind !== 'statement') continue;
      const { anchor, at } = declaration;
      const place = { path: file.path, anchor, at, className: null, direct: true };
      for (const table of tablesIn(declaration.expr)) {
        const name = literal(positional(table)[0]);
        if (name !== null)
          tables.set(
            name,
            columnsIn(table).map(call => columnOf(program, table, { ...place, call })),
          );
      }
    }
  }
  return tables;
}

function tablesIn(root: Expr): readonly Call[] {
  const found: Call[] = [];
  walk(root, expr => {
    if (expr.kind === 'call' && expr.method === 'create_table') found.push(expr);
    return true;
  });
  return found;
}

/** The calls on the block's parameter; the table itself stands for its primary key. */
function columnsIn(table: Call): readonly Call[] {
  if (table.block?.type !== 'block') return [table];
  const { params, body } = table.block.block;
  const name = params[0]?.name;
  const statements = body.kind === 'seq' ? body.body : [body];
  const calls = statements.filter(
    (each): each is Call => each.kind === 'call' && each.receiver?.kind === 'var' && each.receiver.name === name,
  );
  return [table, ...calls];
}

function columnOf(program: Program, table: Call, call: HookedCall): Column {
  const { method } = call.call;
  if (call.call === table) return { call, lines: primaryKey(table) };
  if (method === 'timestamps') return { call, lines: ['created_at', 'updated_at'].flatMap(name => plain(name)) };
  const names = positional(call.call).flatMap(each => literal(each) ?? []);
  if (method === 'references' || method === 'belongs_to') {
    const id = TYPES[literal(option(call.call, 'type')) ?? 'bigint'] ?? '%dyn';
    const isPolymorphic = option(call.call, 'polymorphic') !== null;
    return {
      call,
      lines: names
        .filter(isName)
        .flatMap(name => [
          ...typed(`${name}_id`, id, true),
          ...(isPolymorphic ? typed(`${name}_type`, 'String', true) : []),
        ]),
    };
  }
  if (!Object.hasOwn(TYPES, method) && !OTHERS.test(method)) return { call, lines: [] };
  const type = isTrue(option(call.call, 'array')) ? undefined : TYPES[method];
  const known = type !== undefined && (!/^[A-Z]/.test(type) || program.classes.has(type)) ? type : null;
  const always = isFalse(option(call.call, 'null')) && hasDefault(call.call);
  return {
    call,
    lines: names.filter(isName).flatMap(name => (known === null ? plain(name) : typed(name, known, !always))),
  };
}

function primaryKey(table: Call): readonly Line[] {
  const id = option(table, 'id');
  if (isFalse(id) || option(table, 'primary_key') !== null) return [];
  return typed('id', TYPES[literal(id) ?? 'bigint'] ?? '%dyn', true);
}

function typed(name: string, type: string, nilable: boolean): readonly Line[] {
  if (type === '%dyn') return plain(name);
  const whole = nilable ? `${type} or nil` : type;
  const kept = KEPT.has(type) ? ` { ${name} == i }` : '';
  return [
    line(name, `() -> ${whole}`, ', :pure'),
    line(`${name}=`, `(${whole} i) -> ${whole} o${kept}`),
    line(`${name}?`, '() -> %bool', ', :pure'),
  ];
}

function plain(name: string): readonly Line[] {
  return [
    line(name, '() -> %dyn', ', :pure'),
    line(`${name}=`, '(%dyn) -> %dyn'),
    line(`${name}?`, '() -> %bool', ', :pure'),
  ];
}

function hasDefault(call: Call): boolean {
  const given = option(call, 'default');
  return given?.kind === 'lit' && given.value.type !== 'nil';
}

function isFalse(expr: Expr | null): boolean {
  return expr?.kind === 'lit' && expr.value.type === 'false';
}

/** `self.table_name = 'x'`; `Admin::User` has admin_users, or users. */
export function tableOf(className: string, named: Call | null, exists: (name: string) => boolean): string {
  const given = named && literal(positional(named)[0]);
  if (given) return given;
  const whole = underscore(className).replace(/\//g, '_');
  const long = pluralize(whole);
  return exists(long) ? long : tableize(demodulize(className));
}
