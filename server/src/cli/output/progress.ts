/** A progress line on standard error if it is a terminal. */
import type { EngineEvent } from '../../engine/events';
import type { Io } from '../usage';

export interface Progress {
  readonly listen: (event: EngineEvent) => void;
  /** Removes the line. */
  readonly end: () => void;
}

const WIDTH = 24;

export function progressOn(io: Io): Progress {
  if (!io.errIsTerminal) return { listen: () => {}, end: () => {} };
  let shown = '';
  const show = (text: string): void => {
    if (text === shown) return;
    shown = text;
    io.err(`\r\u001b[K${text}`);
  };
  return {
    listen: event => {
      if (event.kind !== 'progress' || event.total === 0) return;
      const filled = Math.round((event.done / event.total) * WIDTH);
      show(`${event.what} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${event.done}/${event.total}`);
    },
    end: () => show(''),
  };
}
