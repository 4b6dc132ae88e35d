/** Table 1 of RTR: each method with the seconds reported in the paper. */

import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { startClock } from './clock';
import { paperFiles, paperText } from './counts';

const PAPER: Readonly<Record<string, number>> = {
  'Money::Arithmetic#-@': 5.69,
  'Money::Arithmetic#eql?': 5.74,
  'Money::Arithmetic#positive?': 5.4,
  'Money::Arithmetic#negative?': 5.42,
  'Money::Arithmetic#abs': 5.49,
  'Money::Arithmetic#zero?': 5.38,
  'Money::Arithmetic#nonzero?': 5.43,
  'BusinessTime::ParsedTime#-': 6.28,
  'BusinessTime::BusinessHours#initialize': 5.36,
  'BusinessTime::BusinessHours#non_negative_hours?': 5.4,
  'Date#week': 5.53,
  'Date#quarter': 5.47,
  'Date#fiscal_month_offset': 5.41,
  'Date#fiscal_year_week': 5.53,
  'Date#fiscal_year_month': 5.65,
  'Date#fiscal_year_quarter': 5.72,
  'Date#fiscal_year': 5.81,
  'Unitwise::Functional.to_cel': 5.42,
  'Unitwise::Functional.from_cel': 5.44,
  'Unitwise::Functional.to_degf': 5.41,
  'Unitwise::Functional.from_degf': 5.44,
  'Unitwise::Functional.to_degre': 5.44,
  'Unitwise::Functional.from_degre': 5.42,
  'Geokit::Bounds#center': 5.4,
  'Geokit::Bounds#crosses_meridian?': 5.59,
  'Geokit::Bounds#==': 5.97,
  'Geokit::GeoLoc#province': 5.52,
  'Geokit::GeoLoc#success?': 5.51,
  'Geokit::Polygon#contains?': 10.8,
  'UserFile#move': 5.57,
  'Matrix.*': 334.35,
};

interface Row {
  readonly method: string;
  readonly paperSeconds: number | null;
  /** Includes waiting for queries of other methods. */
  readonly seconds: number;
  readonly status: string;
  /** Its own, and those of others that the proof depends on. */
  readonly annotations: number;
  readonly obligations: number;
  readonly queries: number;
  readonly rlimit: number;
}

export interface Table {
  readonly rows: readonly Row[];
  readonly paperSeconds: number;
  /** Everything, with library, parser and solver started cold. */
  readonly seconds: number;
  /** Of this process; an installed solver uses others. */
  readonly cpuSeconds: number;
  readonly warmSeconds: number;
  readonly warmQueries: number;
}

export async function table1(solver: Settings['solver']): Promise<Table> {
  const settings: Settings = { ...DEFAULT_SETTINGS, replay: false, solver };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message: string) => console.error(message) };
  const clock = startClock();
  const host = createHost({ settings, log, cache: 'memory', interactive: false, mayRun: false, root: null });
  const run = async (): Promise<Workspace> => {
    const workspace = await Workspace.create(host, settings);
    for (const name of paperFiles()) workspace.setDisk(name, paperText(name));
    const budget = { rlimit: settings.rlimit, timeoutMs: 600_000 };
    await workspace.verify({ budget, signal: new AbortController().signal });
    return workspace;
  };
  const cold = await run();
  const { ms, cpuMs } = clock();
  const again = performance.now();
  const warm = await run();
  const warmSeconds = (performance.now() - again) / 1000;
  const table = {
    rows: rowsOf(cold),
    paperSeconds: Object.values(PAPER).reduce((sum, each) => sum + each, 0),
    seconds: ms / 1000,
    cpuSeconds: cpuMs / 1000,
    warmSeconds,
    warmQueries: warm.counts.queries,
  };
  await cold.dispose();
  return table;
}

function rowsOf(workspace: Workspace): readonly Row[] {
  const methods = [...workspace.snapshot.files.values()].flatMap(file => file.methods);
  return [...Object.keys(PAPER), 'Aggregate#<<'].map(method => {
    const verdict = methods.find(each => each.info.key === method)?.verdict;
    return {
      method,
      paperSeconds: PAPER[method] ?? null,
      seconds: (verdict?.effort.milliseconds ?? 0) / 1000,
      status: verdict?.status ?? 'missing',
      annotations: 1 + new Set(verdict?.assumptions.map(each => each.owner).filter(owner => owner !== method)).size,
      obligations: verdict?.obligations.length ?? 0,
      queries: verdict?.effort.queries ?? 0,
      rlimit: verdict?.effort.rlimit ?? 0,
    };
  });
}
