/** The process of the command line: streams, signals and the exit status. run.ts does the rest. */
import { constants } from 'node:os';
import { createHost } from '../host/createHost';
import { optimiseLater } from '../host/delayOptimisation';
import { EXIT } from './failure';
import { neutralise } from './output/neutralise';
import { run } from './run';
import type { Io } from './usage';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function start(): void {
  const stop = new AbortController();
  const handlers = SIGNALS.map(signal => [signal, () => interrupt(signal, stop)] as const);
  for (const [signal, handler] of handlers) process.once(signal, handler);
  process.stdout.on('error', endAtLostOutput);
  const outIsTerminal = process.stdout.isTTY === true;
  const io: Io = {
    cwd: process.cwd(),
    environment: process.env,
    createHost,
    out: text => process.stdout.write(outIsTerminal ? neutralise(text) : text),
    err: text => process.stderr.write(neutralise(text)),
    outIsTerminal,
    errIsTerminal: process.stderr.isTTY === true,
    signal: stop.signal,
    untilSignal: work => {
      if (stop.signal.aborted) process.exit();
      for (const [signal, handler] of handlers) process.off(signal, handler);
      try {
        return work();
      } finally {
        for (const [signal, handler] of handlers) process.once(signal, handler);
      }
    },
  };
  void run(process.argv.slice(2), io).then(status => {
    process.exitCode ??= status;
  });
}

/** A second signal ends the process at once. */
function interrupt(signal: (typeof SIGNALS)[number], stop: AbortController): void {
  stop.abort();
  process.exitCode = 128 + constants.signals[signal];
}

/** A reader that closes the pipe (`loupe check | head`) is not an error; a full disk is. */
function endAtLostOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  process.stderr.write(`loupe: the output could not be written: ${error.code ?? error.message}\n`);
  process.exit(EXIT.lostOutput);
}

optimiseLater();
start();
