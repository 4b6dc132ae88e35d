/** Work-done progress: created by the server, cancellable by the user; nothing for clients that cannot show it. */
import type { Server } from './server';

export type Report = (done: number, total: number) => void;

export async function withProgress<T>(
  server: Server,
  title: string,
  work: (report: Report, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const cancelled = new AbortController();
  const { connection, client } = server;
  const progress = client.window?.workDoneProgress
    ? await server.ask(connection.window.createWorkDoneProgress())
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
