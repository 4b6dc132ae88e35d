/** One process of an installed Z3, used in turns: sends commands and collects their output. */
import { type ChildProcess, spawn } from 'node:child_process';

type End = 'timeout' | 'cancelled' | 'crashed';

/** Echoed after each turn to mark the end of its output. */
const MARK = '%%loupe%%';
const MEMORY_MB = 512;

export class NativeSession {
  /** Why there is no answer, after `run` returned null. */
  why: End = 'crashed';
  private readonly child: ChildProcess;
  private readonly gone: Promise<void>;
  private output = '';
  private turn: ((text: string | null) => void) | null = null;
  private ended = false;

  constructor(command: string) {
    this.child = spawn(command, ['-in', `-memory:${MEMORY_MB}`], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.child.stdout?.setEncoding('utf8');
    this.child.stdout?.on('data', (text: string) => this.read(text));
    this.child.stdin?.on('error', () => {});
    this.gone = new Promise(resolve => {
      const over = (): void => {
        this.ended = true;
        this.answer(null);
        resolve();
      };
      this.child.once('error', over);
      this.child.once('close', over);
    });
  }

  /** Null: the process has ended; `why` says how. */
  run(commands: string): Promise<string | null> {
    if (this.ended) return Promise.resolve(null);
    return new Promise(resolve => {
      this.turn = resolve;
      this.child.stdin?.write(`${commands}\n(echo "${MARK}")\n`);
    });
  }

  async end(why: End): Promise<void> {
    if (!this.ended) {
      this.why = why;
      this.child.kill('SIGKILL');
    }
    await this.gone;
  }

  private read(text: string): void {
    this.output += text;
    const at = this.output.indexOf(MARK);
    if (at < 0) return;
    const answer = this.output.slice(0, at).trim();
    this.output = this.output.slice(at + MARK.length);
    this.answer(answer);
  }

  private answer(text: string | null): void {
    const turn = this.turn;
    this.turn = null;
    turn?.(text);
  }
}
