/**
 * The stages between an edit and its snapshot. A host may observe them (`Host.onStage`); what it throws counts as
 * thrown by the stage. So a test can show that no exception in our code keeps an outdated verdict, wherever it is
 * thrown.
 */

export const STAGES = [
  'read-file',
  'read-signatures',
  'replace-bodies',
  'share-bodies',
  'resolve-part',
  'share-part',
  'list-part',
  'resolve-whole',
  'hook-whole',
  'share-whole',
  'list-whole',
  'prune-results',
  'settle-caveats',
  'view-file',
  'view-method',
  'check-method',
  'infer-unit',
  'compare-check',
  'compare-verdict',
  'want-hooks',
] as const;

export type Stage = (typeof STAGES)[number];

/** How stages report that they start, and what was thrown in them. */
export interface Stages {
  enter(stage: Stage): void;
  report(what: string, error: unknown): void;
}

/** The part of the host that observes them. */
interface StageObserver {
  readonly onStage?: (stage: Stage) => void;
  readonly log: { error(message: string): void };
}

export const UNWATCHED: Stages = { enter: () => {}, report: () => {} };

export function stagesOf({ onStage, log }: StageObserver): Stages {
  return {
    enter: stage => onStage?.(stage),
    report: (what, error) => log.error(`${what}: ${traceOf(error)}`),
  };
}

/** The exception, for the user and for the log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
