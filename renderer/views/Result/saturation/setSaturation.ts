import type { Saturation } from '../../../../contracts/result.ts';
import { levelText } from '../../../../metrics/levels.ts';
import { notifyError, notifyUndo } from '../../../components/notify.tsx';
import { engine, queryClient } from '../../../transport/engine.ts';

async function change(trialId: string, level: number | null): Promise<boolean> {
  try {
    await engine.runs.setSaturation({ trialId, level });
    await queryClient.invalidateQueries({ queryKey: ['runs', 'get'] });
    return true;
  } catch (error) {
    notifyError(error, 'The saturation point could not be set');
    return false;
  }
}

/** Sets the saturation point of a trial by hand, or restores the computed one with null. */
export async function setSaturation(saturation: Saturation, level: number | null): Promise<void> {
  const { trialId, manual, of } = saturation;
  if (!(await change(trialId, level))) return;
  const message =
    level === null
      ? 'Using the computed saturation point again.'
      : `Saturation set by hand to ${levelText(of, level)}.`;
  notifyUndo(message, () => void change(trialId, manual?.level ?? null));
}
