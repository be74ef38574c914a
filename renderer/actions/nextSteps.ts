import { valueAt } from '../../contracts/experiment/path.ts';
import { repetitionsSchema } from '../../contracts/experiment/repetitions.ts';
import type { RunHead } from '../../contracts/result.ts';
import { notifyError } from '../components/notify.tsx';
import { readText, setValue } from '../document/edit.ts';
import { navigate } from '../navigation/navigation.ts';
import { engine, queryClient } from '../transport/engine.ts';
import { startRun } from './startRun.tsx';

/** Time by which a run goes on, in seconds, and in words. */
const refineSeconds = 120;
export const refineWords = 'More exact: +2 min';

/** Whether a run can go on: its repetitions end when its comparisons are decided. */
export function isRefinable({ status, experiment }: RunHead): boolean {
  if (status !== 'completed' && status !== 'stopped') return false;
  const value = valueAt(readText(experiment).data, ['repetitions']);
  return typeof repetitionsSchema.safeParse(value).data === 'object';
}

/** Lets an ended run go on with all its cells, shows it, and opens its result when it has ended again. */
export async function refineRun(runId: string): Promise<void> {
  try {
    await engine.runs.refine({ runId, seconds: refineSeconds });
    await queryClient.invalidateQueries({ queryKey: ['runs'] });
    navigate({ view: 'run', runId });
  } catch (error) {
    notifyError(error, 'The run could not go on');
  }
}

/** Runs the experiment of a run once more, and opens its result. */
export async function repeatRun({ experiment, id }: RunHead): Promise<void> {
  await startRun(experiment, { filesOf: id });
}

/** The same for a run of the history. */
export async function repeatStored(runId: string): Promise<void> {
  try {
    const { run } = await engine.runs.get({ runId });
    await repeatRun(run);
  } catch (error) {
    notifyError(error, 'The run could not be repeated');
  }
}

/** Whether a run measured bundled services. */
export function isBundled({ experiment }: RunHead): boolean {
  const { data } = readText(experiment);
  const [target, service] = [['target'], ['service']].map((path) => valueAt(data, path));
  return (target === undefined || target === 'bundled') && service === undefined;
}

/** Whether TLS is a question that the run has left open: bundled services without it. */
export function canAddTls(run: RunHead): boolean {
  return isBundled(run) && valueAt(readText(run.experiment).data, ['factors', 'tls']) === undefined;
}

/** Runs the experiment of a run without and with TLS, and opens its result. */
export async function repeatWithTls({ experiment, id }: RunHead): Promise<void> {
  const text = setValue(experiment, ['factors', 'tls'], ['off', 'on'], { flow: true });
  await startRun(text, { filesOf: id });
}
