/**
 * JSON of a replay -> ReplayResult. The program that ran could have written anything, so every field is validated. An
 * invalid result counts as a run that failed.
 */
import type {
  CallSource,
  ReplayBranch,
  ReplayOutcome,
  ReplayResult,
  ReplayStep,
  ReplayViolation,
} from '../proof/replay';
import type { RubyValue } from '../proof/rubyValue';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Fields = { readonly [key: string]: Json };

const MAX_ITEMS = 10_000;
const MAX_TEXT = 20_000;

class Misfit extends Error {}

export function readReplayResult(text: string): ReplayResult {
  try {
    return result(fields(JSON.parse(text) as Json));
  } catch (error) {
    const why = error instanceof Misfit ? error.message : 'not JSON';
    return { kind: 'could-not-run', why: `the run's report is damaged (${why})` };
  }
}

function result(json: Fields): ReplayResult {
  if (json.kind === 'could-not-run') return { kind: 'could-not-run', why: text(json.why) };
  const violations = list(json.violations).map(violation);
  return {
    kind: 'ran',
    ruby: text(json.ruby),
    ...(typeof json.standIn === 'string' && { standIn: text(json.standIn) }),
    preconditionHeld: json.preconditionHeld === true,
    outcome: outcome(fields(json.outcome)),
    call: text(json.call),
    source: callSource(fields(json.source)),
    bindings: list(json.bindings).map(item => ({ name: text(fields(item).name), shown: text(fields(item).shown) })),
    violated: violations[0] ?? null,
    violations,
    unevaluated: list(json.unevaluated).map(item => ({
      clause: text(fields(item).clause),
      why: text(fields(item).why),
    })),
    builtBy: oneOf(json.builtBy, ['public-calls', 'allocate', 'none']),
    steps: list(json.steps).map(step),
    branches: list(json.branches).map(branch),
  };
}

function callSource(json: Fields): CallSource {
  return {
    setup: list(json.setup).map(text),
    receiver: json.receiver === null ? null : text(json.receiver),
    how: oneOf(json.how, ['new', 'function', 'public', 'send']),
    block: typeof json.block === 'string' ? json.block : null,
    args: list(json.args).map(item => {
      const { name, keyword, source, spread } = fields(item);
      const whole = { name: text(name), keyword: keyword === true, source: text(source) };
      return spread === '*' || spread === '**' ? { ...whole, spread } : whole;
    }),
  };
}

function outcome(json: Fields): ReplayOutcome {
  if (json.type === 'raised')
    return {
      type: 'raised',
      className: text(json.className),
      message: text(json.message),
      ...(typeof json.missing === 'string' && { missing: json.missing }),
      aboutNil: json.aboutNil === true,
      line: line(json.line),
      through: list(json.through).flatMap(each => line(each) ?? []),
    };
  if (json.type === 'returned') return { type: 'returned', value: rubyValue(json.value), shown: text(json.shown) };
  throw new Misfit('outcome');
}

function violation(json: Json): ReplayViolation {
  const { clause, kind, text: source, message, value, blames, line: at } = fields(json);
  return {
    clause: text(clause),
    kind: oneOf(kind, ['stated', 'non-nil', 'type', 'set']),
    text: typeof source === 'string' ? source : null,
    message: text(message),
    ...(typeof value === 'string' && { value: text(value) }),
    blames: oneOf(blames, ['caller', 'callee']),
    line: line(at),
  };
}

function step(json: Json): ReplayStep {
  return { path: text(fields(json).path), line: line(fields(json).line) ?? 0 };
}

function branch(json: Json): ReplayBranch {
  const { from, to, held } = fields(json);
  return { from: position(from), to: position(to), held: held === true };
}

function position(json: Json | undefined): readonly [number, number] {
  const [at, column] = list(json);
  return [line(at) ?? 0, line(column) ?? 0];
}

/** Values as encoded by Ruby (proof/rubyValue.ts). */
function rubyValue(json: Json | undefined): RubyValue {
  const value = fields(json);
  switch (value.kind) {
    case 'nil':
      return { kind: 'nil' };
    case 'boolean':
      return { kind: 'boolean', value: value.value === true };
    case 'integer':
    case 'float':
    case 'string':
    case 'symbol':
      return { kind: value.kind, value: text(value.value) };
    case 'rational':
      return { kind: 'rational', numerator: text(value.numerator), denominator: text(value.denominator) };
    case 'array':
      return { kind: 'array', id: text(value.id), elements: list(value.elements).map(rubyValue) };
    case 'hash':
      return { kind: 'hash', id: text(value.id), entries: list(value.entries).map(entry) };
    case 'range':
      return {
        kind: 'range',
        from: rubyValue(value.from),
        to: rubyValue(value.to),
        exclusive: value.exclusive === true,
      };
    case 'object':
      return { kind: 'object', id: text(value.id), className: text(value.className), fields: fieldList(value.fields) };
    case 'class':
      return { kind: 'class', name: text(value.name) };
    case 'again':
      return { kind: 'again', id: text(value.id) };
    default:
      return { kind: 'opaque', text: text(value.text) };
  }
}

function entry(json: Json): readonly [RubyValue, RubyValue] {
  const pair = list(json);
  return [rubyValue(pair[0]), rubyValue(pair[1])];
}

function fieldList(json: Json | undefined): readonly { readonly name: string; readonly value: RubyValue }[] {
  return list(json).map(item => ({ name: text(fields(item).name), value: rubyValue(fields(item).value) }));
}

function fields(json: Json | undefined): Fields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Misfit('object expected');
  return json as Fields;
}

function list(json: Json | undefined): readonly Json[] {
  if (!Array.isArray(json) || json.length > MAX_ITEMS) throw new Misfit('list expected');
  return json as readonly Json[];
}

function text(json: Json | undefined): string {
  if (typeof json !== 'string') throw new Misfit('text expected');
  return json.length > MAX_TEXT ? `${json.slice(0, MAX_TEXT)}…` : json;
}

function line(json: Json | undefined): number | null {
  return typeof json === 'number' && Number.isInteger(json) && json >= 0 ? json : null;
}

function oneOf<T extends string>(json: Json | undefined, allowed: readonly T[]): T {
  const found = allowed.find(value => value === json);
  if (found === undefined) throw new Misfit(allowed.join(' | '));
  return found;
}
