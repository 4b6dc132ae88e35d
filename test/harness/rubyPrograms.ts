/**
 * Runs whole Ruby programs in the embedded Ruby and reports how each of them ended. Every program gets a fresh Ruby, and
 * sees no other file, no arguments and no input.
 */
import type { RubyEvaluator } from '../../server/src/host/rubyEvaluator';
import { NEVER } from './rubyForTests';

export type Ending =
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'raised';
      readonly className: string;
      readonly message: string;
      /** Lines of the program (one-based) from the innermost frame outwards. */
      readonly lines: readonly number[];
    }
  | { readonly kind: 'not-run'; readonly why: string };

const PROGRAM = '/program.rb';

/** One line, so that it does not shift anything; `exit` of a program counts as its end. */
const RUN = [
  'require "json"; require "stringio"; ARGV.clear; $stdin = StringIO.new; $stdout = $stderr = StringIO.new',
  `begin; load "/workspace${PROGRAM}"; nil; rescue SystemExit; nil`,
  'rescue Exception => error',
  `lines = (error.backtrace_locations || []).select { |at| at.path.to_s.end_with?("${PROGRAM}") }.map(&:lineno)`,
  'JSON.generate([error.class.name, error.message.lines.first.to_s.strip, lines])',
  'end.to_s',
].join('; ');

export async function runProgram(ruby: RubyEvaluator, text: string): Promise<Ending> {
  const reply = await ruby.evaluate(RUN, [{ path: PROGRAM, text }], NEVER);
  if (reply.kind === 'failed') return { kind: 'not-run', why: reply.why };
  if (reply.text === '') return { kind: 'ended' };
  const [className, message, lines] = JSON.parse(reply.text) as [string, string, number[]];
  return { kind: 'raised', className, message, lines };
}

/** Errors that Ruby places in the callee although the call is wrong: a wrong number of arguments, a missing block. */
const PLACED_IN_CALLEE = ['ArgumentError', 'LocalJumpError'];

/** `line` is zero-based. */
export function isRaisedAt(ending: Ending, className: string, line: number): boolean {
  if (ending.kind !== 'raised' || ending.className !== className) return false;
  const [innermost, caller] = ending.lines;
  return innermost === line + 1 || (PLACED_IN_CALLEE.includes(className) && caller === line + 1);
}
