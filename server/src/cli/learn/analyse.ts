/** The program with its profile, as `loupe learn` shows it: every file of the workspace is read, tests included. */
import type { Profile } from '../../../../shared/src/profile';
import type { Settings } from '../../../../shared/src/settings';
import type { Recording } from '../../engine/learn/recordFiles';
import { type LearnReport, type ReportedRefinement, reportProfile } from '../../engine/learn/report';
import type { MethodKey } from '../../types/typedMethod';
import { findFiles, openSession, readSignatures } from '../session';
import type { Io } from '../usage';
import { findFailingCalls } from './conflicts';
import { findRefinements } from './refinements';

export interface AnalyseInput {
  readonly settings: Settings;
  readonly profile: Profile;
  readonly recording: Pick<Recording, 'methods' | 'sites'>;
  readonly isShown: (path: string) => boolean;
  /** Conflicts with calls that end in them, which takes the solver and runs. */
  readonly findsCalls: boolean;
  /** What is proved of values that runs showed, which takes the solver. */
  readonly findsRefinements: boolean;
}

export async function analyseLearned(io: Io, input: AnalyseInput): Promise<LearnReport> {
  const { settings, profile, recording, isShown } = input;
  const session = await openSession(io, { settings, useCache: true, withoutProfile: true });
  try {
    const { host, workspace } = session;
    await readSignatures(io, session, []);
    for (const path of await findFiles(io, host, settings, [])) {
      const content = await host.files.read(path);
      if ('text' in content) workspace.setDisk(path, content.text);
    }
    workspace.setProfile(profile, io.cwd);
    const calls = input.findsCalls ? await findFailingCalls(io, workspace, settings, isShown) : new Map();
    const refinements = input.findsRefinements
      ? await findRefinements(io, workspace, settings, isShown)
      : new Map<MethodKey, readonly ReportedRefinement[]>();
    const { snapshot } = workspace;
    return io.untilSignal(() => reportProfile(profile, recording, isShown, { snapshot, calls, refinements }));
  } finally {
    await session.close();
  }
}
