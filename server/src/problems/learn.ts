/** What may be wrong with traces and profiles, as data, and its sentences. */
import { unreachable } from '../base/result';

export type TraceProblem =
  | { readonly kind: 'not-a-trace' }
  | { readonly kind: 'other-version'; readonly version: string }
  | { readonly kind: 'other-run' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'bad-lines'; readonly count: number }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'too-large'; readonly limit: string };

function showTraceProblem(problem: TraceProblem): string {
  switch (problem.kind) {
    case 'not-a-trace':
      return 'it is not a trace of Loupe';
    case 'other-version':
      return `it has format ${problem.version}; this Loupe reads format 1`;
    case 'other-run':
      return 'it belongs to another run';
    case 'truncated':
      return 'its end is missing, so some calls may not be counted';
    case 'bad-lines':
      return `${problem.count} of its lines are invalid and were skipped`;
    case 'unreadable':
      return `it cannot be read: ${problem.why}`;
    case 'too-large':
      return `it is larger than ${problem.limit}`;
    default:
      return unreachable(problem);
  }
}

export type ProfileProblem =
  | { readonly kind: 'not-json' }
  | { readonly kind: 'other-schema'; readonly schema: string }
  | { readonly kind: 'bad-entries'; readonly count: number; readonly first: string }
  | { readonly kind: 'too-large'; readonly limit: string };

export function showProfileProblem(problem: ProfileProblem): string {
  switch (problem.kind) {
    case 'not-json':
      return 'it is not a profile of Loupe';
    case 'other-schema':
      return `it has schema ${problem.schema}; this Loupe reads schema 1`;
    case 'bad-entries':
      return `${problem.count} of its entries are invalid and were skipped (first: ${problem.first})`;
    case 'too-large':
      return `it is larger than ${problem.limit}`;
    default:
      return unreachable(problem);
  }
}

/** Why something was not recorded. */
export type RecordingGap =
  | { readonly kind: 'damaged'; readonly path: string }
  | { readonly kind: 'misread'; readonly path: string }
  | { readonly kind: 'too-deep'; readonly path: string }
  | { readonly kind: 'ractor'; readonly path: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly why: string }
  | { readonly kind: 'internal'; readonly path: string; readonly why: string }
  | { readonly kind: 'changed'; readonly path: string }
  | { readonly kind: 'refused'; readonly path: string }
  | { readonly kind: 'no-folder'; readonly why: string }
  | { readonly kind: 'traces-lost'; readonly why: string }
  | { readonly kind: 'ractors' }
  | { readonly kind: 'coverage' }
  | { readonly kind: 'unsupported'; readonly engine: string; readonly version: string }
  | { readonly kind: 'trace'; readonly problem: TraceProblem };

export function showRecordingGap(gap: RecordingGap): string {
  switch (gap.kind) {
    case 'damaged':
      return `${gap.path} is not recorded: it does not parse`;
    case 'misread':
      return `a part of ${gap.path} is not recorded: Loupe cannot read one of its constructs`;
    case 'too-deep':
      return `a part of ${gap.path} is not recorded: it is nested too deep`;
    case 'ractor':
      return `${gap.path} is not recorded: it starts a Ractor`;
    case 'unreadable':
      return `${gap.path} is not recorded: ${gap.why}`;
    case 'internal':
      return `${gap.path} is not recorded because of an internal error: ${gap.why}`;
    case 'changed':
      return `${gap.path} is not recorded: it changed while the command ran`;
    case 'refused':
      return `${gap.path} is not recorded: Ruby does not compile its rewritten version`;
    case 'no-folder':
      return `nothing is recorded: the temporary folder cannot be written: ${gap.why}`;
    case 'traces-lost':
      return `what was recorded is lost: the temporary folder cannot be read: ${gap.why}`;
    case 'ractors':
      return 'a process started a Ractor; nothing was recorded in it from then on';
    case 'coverage':
      return 'SimpleCov was switched off while recording; run the tests without Loupe to measure coverage';
    case 'unsupported':
      return `nothing was recorded in ${gap.engine} ${gap.version}: Loupe records in CRuby 2.7 and later`;
    case 'trace':
      return `a trace was not used completely: ${showTraceProblem(gap.problem)}`;
    default:
      return unreachable(gap);
  }
}
