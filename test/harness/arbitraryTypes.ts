/** Generated types for property tests: `anyType` has every form of the language, `plainType` only classes and values. */
import fc from 'fast-check';
import {
  ANY,
  BOOL,
  BOTTOM,
  DYNAMIC,
  FALSE,
  type HashEntry,
  type LiteralTypeValue,
  type MethodType,
  NIL,
  nominal,
  type ParamType,
  type Refinement,
  SELF,
  TRUE,
  type Type,
} from '../../server/src/types/type';
import { makeUnion } from '../../server/src/types/union';

const DEPTH = { maxDepth: 2, depthSize: 'small', depthIdentifier: 'type' } as const;
const className = fc.constantFrom('Integer', 'String', 'Foo', 'A::B', '::Top', 'Été');
const binder = fc.constantFrom('x', 'y', 'z1', '_w', 'größe');
const label = fc.constantFrom('a', 'b', 'key', 'ok?', 'go!');
const variable = fc.constantFrom('t', 'u', 'elem').map((name): Type => ({ kind: 'variable', name }));
const predicate = fc.constantFrom('x > 0', '0 <= x < 60', 'a.all? { |i| i != "}" }', 'if p then q end', '@f == {a: 1}');

const literalValue: fc.Arbitrary<LiteralTypeValue> = fc.oneof(
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(value => ({ type: 'integer' as const, value: `${value}` })),
  fc.constantFrom('1.5', '-0.25', '100.0', '2.5e10').map(value => ({ type: 'float' as const, value })),
  fc.string({ maxLength: 6 }).map(value => ({ type: 'string' as const, value })),
  fc.oneof(label, fc.string({ maxLength: 6 })).map(value => ({ type: 'symbol' as const, value })),
  fc.constantFrom({ type: 'true' as const }, { type: 'false' as const }),
);

const leaf: fc.Arbitrary<Type> = fc.oneof(
  fc.constantFrom(ANY, BOTTOM, DYNAMIC, NIL, BOOL, SELF, TRUE, FALSE),
  className.map(name => nominal(name)),
  className.map((name): Type => ({ kind: 'classOf', name })),
  literalValue.map((value): Type => ({ kind: 'literal', value })),
  variable,
  fc.constantFrom('%num', '%path').map((name): Type => ({ kind: 'alias', name, args: [] })),
);

function refinementOf(text: string, name: string | null): Refinement {
  return { binder: name, text, place: { anchor: '', span: { start: 0, end: 0 } }, clauses: [] };
}

const hashKey: fc.Arbitrary<HashEntry['key']> = fc.oneof(
  literalValue,
  className.map(name => ({ type: 'class' as const, name })),
);

const { anyType, methodType } = fc.letrec<{ anyType: Type; methodType: MethodType }>(tie => {
  const type = fc.oneof(
    DEPTH,
    { weight: 2, arbitrary: leaf },
    { weight: 3, arbitrary: compound(tie('anyType'), tie('methodType')) },
  );
  return { anyType: type, methodType: signature(tie('anyType'), tie('methodType')) };
});

export { anyType, methodType };

function compound(type: fc.Arbitrary<Type>, method: fc.Arbitrary<MethodType>): fc.Arbitrary<Type> {
  const some = fc.array(type, { minLength: 1, maxLength: 3 });
  const many = fc.array(type, { minLength: 2, maxLength: 3 });
  const entry = fc.record({ key: hashKey, type, optional: fc.boolean() });
  const entries = fc.uniqueArray(entry, { maxLength: 3, selector: one => JSON.stringify(one.key) });
  const structural = fc.record({ name: fc.constantFrom('m', 'ok?', 'x=', '<=>', '[]=', '+', '!'), type: method });
  return fc.oneof(
    fc.tuple(className, some).map(([name, args]) => nominal(name, args)),
    fc.tuple(fc.constantFrom('%pair', '%opt'), some).map(([name, args]): Type => ({ kind: 'alias', name, args })),
    many.map(makeUnion),
    many.map((members): Type => ({ kind: 'intersection', members })),
    type.filter(canBeNonNull).map((inner): Type => ({ kind: 'nonNull', type: inner })),
    fc.array(type, { maxLength: 3 }).map((elements): Type => ({ kind: 'tuple', elements })),
    fc.tuple(entries, fc.option(type)).map(([list, rest]): Type => ({ kind: 'finiteHash', entries: list, rest })),
    fc.array(structural, { minLength: 1, maxLength: 2 }).map((methods): Type => ({ kind: 'structural', methods })),
    method.map((inner): Type => ({ kind: 'proc', method: inner })),
    fc
      .tuple(type, binder, predicate)
      .map(([base, name, text]): Type => ({ kind: 'refined', base, refinement: refinementOf(text, name) })),
  );
}

function canBeNonNull(type: Type): boolean {
  return type.kind !== 'literal' && type.kind !== 'nil' && type.kind !== 'nonNull';
}

function signature(type: fc.Arbitrary<Type>, method: fc.Arbitrary<MethodType>): fc.Arbitrary<MethodType> {
  const one = fc.tuple(type, fc.option(predicate, { freq: 4 }));
  const list = (maxLength: number) => fc.array(one, { maxLength });
  const block = fc.record({ type: method, optional: fc.boolean() });
  const keys = fc.uniqueArray(label, { maxLength: 2 });
  return fc
    .record({
      required: list(2),
      optional: list(1),
      rest: fc.option(one),
      post: list(1),
      keys,
      key: one,
      optionalKey: fc.boolean(),
      keyRest: fc.option(type),
      block: fc.oneof(DEPTH, { weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: block }),
      result: type,
      resultName: fc.option(fc.constantFrom('r', 'res')),
      resultPredicate: fc.option(predicate),
    })
    .map(({ required, optional, rest, post, keys: names, key, optionalKey, keyRest, block, result, ...more }) => {
      const open = optional.length > 0 || rest !== null;
      const params: ParamType[] = [
        ...required.map(given => positional('required', given)),
        ...optional.map(given => positional('optional', given)),
        ...(rest === null ? [] : [positional('rest', rest)]),
        ...(open ? post.map(given => positional('post', given)) : []),
      ].map((param, index) => named(param, index));
      for (const name of names) params.push(keyword(name, optionalKey, key));
      if (keyRest !== null) params.push({ kind: 'keyRest', name: null, type: keyRest, refinement: null, span: null });
      const { resultName, resultPredicate } = more;
      const resultRefinement = resultPredicate === null ? null : refinementOf(resultPredicate, resultName);
      const rest0 = { typeParams: [], anyArgs: false, resultSpan: null, selfType: null };
      return { ...rest0, params, block, result, resultName, resultRefinement };
    });
}

type Given = [Type, string | null];

function positional(kind: ParamType['kind'], [type, text]: Given): ParamType {
  return { kind, name: null, type, refinement: text === null ? null : refinementOf(text, null), span: null };
}

/** Names differ within a signature; a refined argument has one. */
function named(param: ParamType, index: number): ParamType {
  const name = param.refinement !== null || index % 2 === 0 ? `p${index}` : null;
  return { ...param, name, refinement: param.refinement && { ...param.refinement, binder: name } };
}

function keyword(name: string, optional: boolean, [type, text]: Given): ParamType {
  const refinement = text === null ? null : refinementOf(text, name);
  return { kind: optional ? 'optionalKey' : 'key', name, type, refinement, span: null };
}
