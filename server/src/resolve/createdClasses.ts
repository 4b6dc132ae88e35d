/**
 * Classes created by a call: `Struct.new(:a)`, `Data.define(:x)`, `Class.new(Base) do … end`, `Module.new do … end`.
 */
import { constantName } from '../program/constants';
import type { Block, Call, Expr } from '../ril/ril';
import { isTrue, keyword, literalNames, type NamedSpan, positional } from './statements';

export interface CreatedClass {
  readonly type: 'struct' | 'data' | 'class' | 'module';
  readonly call: Call;
  readonly members: readonly NamedSpan[];
  /** Some members are computed. */
  readonly computed: boolean;
  readonly keywordInit: boolean | null;
  readonly superclass: Expr | null;
  readonly block: Block | null;
}

export function findCreatedClass(value: Expr): CreatedClass | null {
  if (value.kind !== 'call' || value.receiver === null) return null;
  const type = MAKERS.get(`${constantName(value.receiver)?.replace(/^::/, '')}.${value.method}`);
  if (!type) return null;
  const hasMembers = type === 'struct' || type === 'data';
  const { names, computed } = literalNames(hasMembers ? value.args : []);
  const keywordInit = keyword(value, 'keyword_init');
  return {
    type,
    call: value,
    // A capitalised string is the struct's own name, not a member.
    members: names.filter(member => !/^[A-Z]/.test(member.name)),
    computed,
    keywordInit: keywordInit === null ? null : isTrue(keywordInit),
    superclass: type === 'class' ? (positional(value)[0] ?? null) : null,
    block: value.block?.type === 'block' ? value.block.block : null,
  };
}

const MAKERS: ReadonlyMap<string, CreatedClass['type']> = new Map([
  ['Struct.new', 'struct'],
  ['Data.define', 'data'],
  ['Class.new', 'class'],
  ['Module.new', 'module'],
]);
