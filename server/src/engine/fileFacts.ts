/** What other files need to know about a file: what it loads, creates, rescues, and defines in blocks. */
import { type Memos, memoOfPart, PartMemoKey } from '../program/memos';
import type { Program } from '../program/program';
import { type BodyFacts, factsOf as expressionFacts, factsOfMethod } from '../resolve/bodyFacts';
import { type Load, loadOf } from '../resolve/loadCalls';
import { namesOf } from '../resolve/redefinitions';
import type { Declaration, RilFile } from '../ril/declarations';
import { walk } from '../ril/walk';
import type { SourceFile } from './sources';

export interface FileFacts {
  readonly loads: readonly Load[];
  /** Last names of the classes of which instances are created. */
  readonly created: ReadonlySet<string>;
  /** `Error method`: calls inside of a `rescue` that names the class of errors. */
  readonly expected: ReadonlySet<string>;
  /** Methods that run their block inside of such a `rescue`. */
  readonly rescuers: readonly Rescuer[];
  /** Methods that are defined in blocks of statements: of which class depends on what runs the block. */
  readonly inBlocks: ReadonlySet<string>;
  /** It has statements that do something besides loading other files. */
  readonly isScript: boolean;
  /** The loads that are statements of the file itself. */
  readonly topLoads: readonly Load[];
}

export interface Rescuer {
  readonly method: string;
  readonly error: string;
}

const FACTS = new PartMemoKey<RilFile, FileFacts>();

/** Does the file do more than define things and load other files? */
export function isScript(program: Program, { ril }: SourceFile): boolean {
  return factsOf(program, ril).isScript;
}

/** Last names of the classes of which some file creates instances. */
export function namesOfCreated(program: Program, files: ReadonlyMap<string, SourceFile>): ReadonlySet<string> {
  return new Set([...files.values()].flatMap(({ ril }) => [...factsOf(program, ril).created]));
}

export function factsOf(program: Program, ril: RilFile): FileFacts {
  return memoOfPart(program, FACTS, ril, () => {
    const facts = [...factsIn(program.memos, ril.declarations)];
    const rescuers = [...rescuersIn(program.memos, ril.declarations)];
    return {
      loads: facts.flatMap(each => each.loads),
      created: new Set(facts.flatMap(each => each.created)),
      expected: new Set(facts.flatMap(each => each.expected)),
      rescuers,
      inBlocks: new Set(ril.declarations.flatMap(definedInBlocks)),
      isScript: ril.declarations.some(each => each.kind === 'statement' && loadIn(each) === undefined),
      topLoads: ril.declarations.flatMap(each => loadIn(each) ?? []),
    };
  });
}

function definedInBlocks(declaration: Declaration): readonly string[] {
  const names: string[] = [];
  if (declaration.kind !== 'statement') return names;
  walk(declaration.expr, expr => {
    if (expr.kind === 'call' && expr.block?.type === 'block')
      walk(expr.block.block.body, inner => {
        if (inner.kind === 'define') names.push(...namesOf(inner.declaration));
        return true;
      });
    return true;
  });
  return names;
}

/** The load that the statement is, if it is one. */
function loadIn(declaration: Declaration): Load | undefined {
  if (declaration.kind !== 'statement' || declaration.expr.kind !== 'call') return undefined;
  return loadOf(declaration.expr);
}

/** Of scripts, class bodies and methods, and of the definitions inside them. Parses no body. */
function* factsIn(memos: Memos, declarations: readonly Declaration[]): Generator<BodyFacts> {
  for (const each of declarations) {
    switch (each.kind) {
      case 'statement':
        yield* withNestedFacts(memos, expressionFacts(memos, each.expr));
        break;
      case 'constant':
        yield* withNestedFacts(memos, expressionFacts(memos, each.value));
        break;
      case 'method':
        yield* withNestedFacts(memos, factsOfMethod(memos, each));
        break;
      case 'class':
        for (const facts of factsIn(memos, each.body)) yield createdIn(facts, each.path.names.at(-1) ?? '');
        break;
      case 'module':
      case 'singleton':
        yield* factsIn(memos, each.body);
        break;
    }
  }
}

/** `new` alone creates instances of the class around it. */
function createdIn(facts: BodyFacts, name: string): BodyFacts {
  if (!facts.created.includes('self')) return facts;
  return { ...facts, created: [...facts.created.filter(each => each !== 'self'), name] };
}

function* withNestedFacts(memos: Memos, facts: BodyFacts): Generator<BodyFacts> {
  yield facts;
  yield* factsIn(memos, facts.defines);
}

function* rescuersIn(memos: Memos, declarations: readonly Declaration[]): Generator<Rescuer> {
  for (const each of declarations) {
    if (each.kind === 'method') {
      const block = each.params.find(({ kind }) => kind === 'block')?.name ?? '';
      for (const expected of factsOfMethod(memos, each).expected) {
        const [error = '', name] = expected.split(' ');
        if (name === '&' || name === `&${block}`) yield { method: each.name, error };
      }
    } else if (each.kind === 'class' || each.kind === 'module' || each.kind === 'singleton')
      yield* rescuersIn(memos, each.body);
  }
}
