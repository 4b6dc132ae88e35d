/**
 * While the user types, no new problems are shown: incomplete code is not wrong yet. Solved problems disappear at once,
 * problems that still hold stay, and verdicts of an earlier version are marked as stale at once. A pause or a save
 * shows the rest.
 */
import type { Diagnostic } from '../ide/diagnostics';
import type { Project } from './project';

/** Longer than the pause between two keys, shorter than users wait for results. */
const PAUSE_MS = 400;

export class QuietPeriod {
  private readonly typing = new Map<Project, NodeJS.Timeout>();
  /** What was last shown, by file: how often each. */
  private readonly said = new Map<string, ReadonlyMap<string, number>>();

  constructor(
    private readonly onPause: (project: Project) => void,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  noteTyping(project: Project): void {
    clearTimeout(this.typing.get(project));
    const timer = setTimeout(() => {
      // Handle pending keystrokes first: they mean that there is no pause.
      const look = (): void => {
        if (this.typing.get(project) === timer) this.endQuietPeriod(project);
      };
      setImmediate(() => setImmediate(look));
    }, this.pauseMs);
    this.typing.set(project, timer);
  }

  endQuietPeriod(project: Project): void {
    if (!this.typing.has(project)) return;
    this.forget(project);
    this.onPause(project);
  }

  forget(project: Project): void {
    clearTimeout(this.typing.get(project));
    this.typing.delete(project);
  }

  stop(): void {
    for (const project of [...this.typing.keys()]) this.forget(project);
  }

  /** The diagnostics that may be shown now. */
  visibleDiagnostics(project: Project, path: string, found: readonly Diagnostic[]): readonly Diagnostic[] {
    const left = new Map(this.said.get(path));
    const may = (each: Diagnostic): boolean => {
      const count = left.get(keyOf(each)) ?? 0;
      left.set(keyOf(each), count - 1);
      return count > 0 || each.stale;
    };
    const shownNow = this.typing.has(project) ? found.filter(may) : found;
    this.said.set(path, countsOf(shownNow));
    return shownNow;
  }

  closed(path: string): void {
    this.said.delete(path);
  }
}

/** Without the position: code below an edit moves. */
function keyOf({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

function countsOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of diagnostics) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}
