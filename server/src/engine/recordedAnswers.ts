/** What the check of a unit read about the code around it, as names with answers, to be compared again later. */
import type { WorkspaceView } from '../check/inferUnit';

const CREATED = 'new ';
const SHADOWED = 'nearer ';
const LOCALS = 'locals ';
const REFINED = 'refined ';
const GLOBAL = 'assigned ';
const EXPECTED = 'rescued ';
const RUN = 'run ';
const OPENED = 'opened ';
const ONCE = 'once ';
const BY_NAME = 'by name ';

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
    mayBeOpenedElsewhere: name => note(OPENED + name, surroundings.mayBeOpenedElsewhere(name)),
    mayBeDefinedByName: name => note(BY_NAME + name, surroundings.mayBeDefinedByName(name)),
    isWrittenOnce: name => note(ONCE + name, surroundings.isWrittenOnce(name)),
    mayBeDefinedElsewhere: name => note(name, surroundings.mayBeDefinedElsewhere(name)),
  };
}

export function findAnswer(question: string, surroundings: WorkspaceView): boolean {
  if (question.startsWith(CREATED)) return surroundings.isInstantiated(question.slice(CREATED.length));
  if (question.startsWith(SHADOWED)) return surroundings.mayBeShadowed(question.slice(SHADOWED.length));
  if (question.startsWith(OPENED)) return surroundings.mayBeOpenedElsewhere(question.slice(OPENED.length));
  if (question.startsWith(BY_NAME)) return surroundings.mayBeDefinedByName(question.slice(BY_NAME.length));
  if (question.startsWith(ONCE)) return surroundings.isWrittenOnce(question.slice(ONCE.length));
  if (question.startsWith(EXPECTED)) {
    const [error, method] = question.slice(EXPECTED.length).split(' ');
    return surroundings.isExpected(error ?? '', method ?? '');
  }
  if (question.startsWith(GLOBAL)) return surroundings.isGlobalAssigned(question.slice(GLOBAL.length));
  if (question === REFINED) return surroundings.usesRefinements();
  if (question === RUN) return surroundings.isRunnable();
  return question === LOCALS ? surroundings.mayWriteLocals() : surroundings.mayBeDefinedElsewhere(question);
}
