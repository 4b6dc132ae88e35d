/** A `z3` for a PATH of its own (fakeSolverProcess.cjs), and the flags that tell it what to do. */
import { chmodSync, existsSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPT = join(__dirname, 'fakeSolverProcess.cjs');

type Flag = 'hang' | 'wait-for-another' | 'met-another';

export interface FakeSolver {
  /** The environment of the server. */
  readonly environment: Readonly<Record<string, string>>;
  readonly set: (flag: Flag, isSet: boolean) => void;
  readonly isSet: (flag: Flag) => boolean;
}

export function fakeSolver(folder: string): FakeSolver {
  const bin = join(folder, 'bin');
  mkdirSync(join(folder, 'runs'), { recursive: true });
  mkdirSync(bin);
  writeFileSync(join(bin, 'z3'), `#!${process.execPath}\nrequire(${JSON.stringify(SCRIPT)});\n`);
  chmodSync(join(bin, 'z3'), 0o755);
  const isSet = (flag: Flag): boolean => existsSync(join(folder, flag));
  return {
    environment: { PATH: bin, LOUPE_FAKE_SOLVER: folder, LOUPE_CACHE_DIR: join(folder, 'cache') },
    set: (flag, wanted) => {
      if (wanted) writeFileSync(join(folder, flag), '');
      else if (isSet(flag)) unlinkSync(join(folder, flag));
    },
    isSet,
  };
}
