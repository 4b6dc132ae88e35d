/** Work-done progress: created by the server, cancellable by the user; nothing for clients that cannot show it. */
import type { Editor } from './editor';

export type Report = (done: number, total: number) => void;

export type ProgressWork<T> = (report: Report, signal: AbortSignal) => Promise<T>;

export async function withProgress<T>(editor: Editor, title: string, work: ProgressWork<T>): Promise<T> {
  const cancelled = new AbortController();
  const { connection, client } = editor;
  const progress = client.window?.workDoneProgress
    ? await editor.ask(connection.window.createWorkDoneProgress())
    : null;
  if (progress === null) return work(() => {}, cancelled.signal);
  progress.token.onCancellationRequested(() => cancelled.abort());
  progress.begin(title, 0, undefined, true);
  let shown = -1;
  const report: Report = (done, total) => {
    const percentage = total === 0 ? 100 : Math.floor((done / total) * 100);
    if (percentage === shown) return;
    shown = percentage;
    progress.report(percentage, `${done}/${total}`);
  };
  try {
    return await work(report, cancelled.signal);
  } finally {
    progress.done();
  }
}
