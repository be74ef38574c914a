import { notifyError } from '../components/notify.tsx';
import { filesNear, useExperiment } from '../document/experimentStore.ts';
import { navigate } from '../navigation/navigation.ts';
import { engine, queryClient } from '../transport/engine.ts';
import { describeError } from '../transport/errors.ts';
import { askForConsent } from './consent.tsx';
import { replaceExperiment } from './fileActions.ts';
import { suggestedFileName } from './newExperiment.ts';

/**
 * Starts a run of `text`, after the user has confirmed each new remote host and command, and goes to it;
 * the Run view opens its result at its end. The text is checked again here: the screen may still be showing the check of an earlier text.
 * @param files folder of the files that it names, if not in the collection.
 */
export async function startRun(
  text: string,
  files: ReturnType<typeof filesNear> = {},
): Promise<void> {
  try {
    const { plan, problems } = await engine.experiments.check({ text, ...files });
    if (!plan || problems.length > 0) {
      await showProblems(text, files);
      return;
    }
    if (!(await askForConsent(plan))) return;
    const { runId } = await engine.runs.start({ text, ...files });
    await queryClient.invalidateQueries({ queryKey: ['runs'] });
    await queryClient.invalidateQueries({ queryKey: ['experiments', 'check'] });
    navigate({ view: 'run', runId });
  } catch (error) {
    notifyError(error, 'The run did not start', await wayOn(error));
  }
}

/** Opens a text that cannot be run in the editor, which shows its problems. */
async function showProblems(text: string, { filesOf }: ReturnType<typeof filesNear>) {
  if (useExperiment.getState().text === text) navigate({ view: 'experiment' });
  else await replaceExperiment(text, { kind: 'new', name: suggestedFileName(text), run: filesOf });
}

/** Link to where the obstacle to a run can be resolved; undefined if no view has it. */
async function wayOn(error: unknown) {
  if (describeError(error).code !== 'MACHINES_UNAVAILABLE') return undefined;
  const listening = await engine.machines.state().then(
    (state) => state.listening !== null,
    // Unknown: no link needed.
    () => true,
  );
  return listening ? undefined : ({ label: 'Add machines', route: { view: 'machines' } } as const);
}

/** Starts the experiment that is open. */
export function startOpenExperiment(): Promise<void> {
  const { text, origin } = useExperiment.getState();
  return startRun(text, filesNear(origin));
}
