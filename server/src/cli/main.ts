/** The process of the command line: streams, signals and the exit status. run.ts does the rest. */
import { constants } from 'node:os';
import { run } from './run';
import type { Io } from './usage';

function start(): void {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop.abort();
      process.exitCode = 128 + constants.signals[signal];
    });
  }
  // A reader that closes the pipe (`loupe check | head`) is not an error.
  process.stdout.on('error', () => process.exit(0));
  const io: Io = {
    cwd: process.cwd(),
    environment: process.env,
    out: text => process.stdout.write(text),
    err: text => process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    signal: stop.signal,
  };
  void run(process.argv.slice(2), io).then(status => {
    process.exitCode ??= status;
  });
}

start();
