/**
 * Questions about a Program that are answered once for each version of it: ancestors, lookups, candidates. A view that
 * records reads takes the answer from the Program itself, and records the answer as one read instead of all that it took to find
 * it; many readers share one answer.
 */
import { equal } from '../base/equal';
import { MemoKey, memoOf } from './memos';
import type { Answer, Program, Question } from './program';

type Answers = Map<Question<unknown>, Map<string, Map<string, Answer>>>;

const ANSWERS = new MemoKey((): Answers => new Map());

export function ask<T>(program: Program, question: Question<T>, of: string, name = ''): T {
  return answerOf(program, question, of, name).value;
}

/** The same object for the same question about the same version. */
export function answerOf<T>(program: Program, question: Question<T>, of: string, name: string): Answer<T> {
  if (program.answerOf) return program.answerOf(question, of, name);
  const known = answersTo(memoOf(program, ANSWERS), question as Question<unknown>, of);
  const before = known.get(name);
  if (before) return before as Answer<T>;
  const answer: Answer<T> = { question, of, name, value: question.find(program, of, name) };
  known.set(name, answer as Answer);
  return answer;
}

function answersTo(answers: Answers, question: Question<unknown>, of: string): Map<string, Answer> {
  const byClass = answers.get(question) ?? new Map<string, Map<string, Answer>>();
  answers.set(question, byClass);
  const byName = byClass.get(of);
  if (byName) return byName;
  const none = new Map<string, Answer>();
  byClass.set(of, none);
  return none;
}

/** Whether the question has the same answer about this program. */
export function isStillAnswer<T>(program: Program, { question, of, name, value }: Answer<T>): boolean {
  const now = ask(program, question, of, name);
  return now === value || question.isSame(now, value);
}

/** For lists of objects that versions share if they are equal, and for names. */
export function areSameLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

export function areEqual(a: unknown, b: unknown): boolean {
  return equal(a, b);
}
