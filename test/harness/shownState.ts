/** All that a workspace knows of its sources, as comparable data: Program, types, verdicts, problems, places. */
import { locate } from '../../server/src/engine/snapshot';
import type { Workspace } from '../../server/src/engine/workspace';
import { printClass } from '../../server/src/program/print';
import type { MethodInfo, Program } from '../../server/src/program/program';
import { workspaceClasses } from '../../server/src/program/workspace';
import { showType } from '../../server/src/types/show';

/** What the user sees, with current locations. */
export function shownState(workspace: Workspace): unknown {
  const { snapshot } = workspace;
  return [...snapshot.files.values()]
    .map(file => ({
      path: file.path,
      methods: file.methods.map(method => ({
        key: method.info.key,
        at: method.location,
        state: method.state,
        status: method.verdict?.status,
        caveats: method.verdict?.caveats.map(each => JSON.stringify(each)).sort(),
        obligations: method.verdict?.obligations.map(each => `${each.id} ${each.status}`),
        types: method.typed && [...method.typed.types.values()].map(showType),
      })),
      problems: file.problems
        .map(problem => JSON.stringify([problem.code, locate(snapshot, problem.place), problem.args]))
        .sort(),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The Program with its bodies: the input of types and proofs. */
export function programState(program: Program): unknown {
  const classes = [...workspaceClasses(program)];
  return {
    declarations: classes.filter(({ name }) => name !== 'Object').map(printClass),
    bodies: classes.flatMap(({ methods, singletonMethods }) =>
      [...methods.values(), ...singletonMethods.values()].flatMap(bodyState),
    ),
    descendants: classes.map(({ name }) => `${name}: ${(program.descendants.get(name) ?? []).slice(-12).join(' ')}`),
  };
}

function bodyState({ key, definition, redefinitions }: MethodInfo): readonly string[] {
  if (!definition) return [];
  const { anchor, textHash, broken } = definition;
  return [`${key} ${anchor} ${textHash} ${broken} ${redefinitions.length}`];
}
