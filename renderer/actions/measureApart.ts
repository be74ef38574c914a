import type { JoinedMachineInfo } from '../../contracts/api/machines.ts';
import type { RunHead } from '../../contracts/result.ts';
import { notifyDone, notifyError, notifyNext } from '../components/notify.tsx';
import { setValue } from '../document/edit.ts';
import { navigate } from '../navigation/navigation.ts';
import { engine } from '../transport/engine.ts';
import { replaceExperiment } from './fileActions.ts';

/** Label of the button. */
export const measureApartWords = 'Measure again with the service on another machine';

/** A machine that is free now, or else any. */
function machineFor(machines: readonly JoinedMachineInfo[]): JoinedMachineInfo | undefined {
  const able = machines.filter(({ facts }) => facts.watching === undefined);
  return able.find(({ isFree }) => isFree) ?? able[0];
}

/**
 * Opens the experiment of a run in the editor, with its service on a machine that has joined; if none has, leads to
 * where one can.
 */
export async function measureApart({ experiment, id, name }: RunHead): Promise<void> {
  try {
    const machine = machineFor((await engine.machines.state()).machines);
    if (!machine) {
      navigate({ view: 'machines' });
      notifyNext(
        'The service needs its own machine',
        'No machine has joined. Add one, and run the command shown there on it. Then press “' +
          `${measureApartWords}” again.`,
        { label: 'Back to the result', route: { view: 'result', runId: id } },
      );
      return;
    }
    const on = machine.facts.name;
    const text = setValue(experiment, ['target'], { on }, { flow: true });
    await replaceExperiment(text, { kind: 'new', name, run: id });
    notifyDone(`The service is to run on ${on}. Press Run to measure again.`);
  } catch (error) {
    notifyError(error, 'The experiment could not be changed');
  }
}
