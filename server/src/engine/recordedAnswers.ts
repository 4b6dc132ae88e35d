/** What the check of a unit read about the code around it, as names with answers, to be compared again later. */
import type { WorkspaceView } from '../check/inferUnit';

const CREATED = 'new ';
const SHADOWED = 'nearer ';
const LOCALS = 'locals ';
const REFINED = 'refined ';
const GLOBAL = 'assigned ';
const EXPECTED = 'rescued ';
const RUN = 'run ';

export function recordAnswers(surroundings: WorkspaceView, answers: Map<string, boolean>): WorkspaceView {
  const note = (question: string, answer: boolean): boolean => {
    answers.set(question, answer);
    return answer;
  };
  return {
    isInstantiated: name => note(CREATED + name, surroundings.isInstantiated(name)),
    isRunnable: () => note(RUN, surroundings.isRunnable()),
    mayWriteLocals: () => note(LOCALS, surroundings.mayWriteLocals()),
    usesRefinements: () => note(REFINED, surroundings.usesRefinements()),
    isExpected: (error, method) => note(`${EXPECTED}${error} ${method}`, surroundings.isExpected(error, method)),
    isGlobalAssigned: name => note(GLOBAL + name, surroundings.isGlobalAssigned(name)),
    mayBeShadowed: name => note(SHADOWED + name, surroundings.mayBeShadowed(name)),
    mayBeDefinedElsewhere: name => note(name, surroundings.mayBeDefinedElsewhere(name)),
  };
}

export function answerTo(question: string, surroundings: WorkspaceView): boolean {
  if (question.startsWith(CREATED)) return surroundings.isInstantiated(question.slice(CREATED.length));
  if (question.startsWith(SHADOWED)) return surroundings.mayBeShadowed(question.slice(SHADOWED.length));
  if (question.startsWith(EXPECTED)) {
    const [error, method] = question.slice(EXPECTED.length).split(' ');
    return surroundings.isExpected(error ?? '', method ?? '');
  }
  if (question.startsWith(GLOBAL)) return surroundings.isGlobalAssigned(question.slice(GLOBAL.length));
  if (question === REFINED) return surroundings.usesRefinements();
  if (question === RUN) return surroundings.isRunnable();
  return question === LOCALS ? surroundings.mayWriteLocals() : surroundings.mayBeDefinedElsewhere(question);
}
