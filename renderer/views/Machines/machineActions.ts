import type { MachinesState } from '../../../contracts/api/machines.ts';
import { countOf } from '../../../metrics/format.ts';
import { attempt } from '../../components/attempt.ts';
import { confirm } from '../../components/confirm.ts';
import { machinesKey } from '../../panels/machines/useMachines.ts';
import { engine } from '../../transport/engine.ts';

/** Stops admitting machines, after a question if any have joined. */
export async function letMachinesGo({ machines }: MachinesState): Promise<void> {
  const sure =
    machines.length === 0 ||
    (await confirm({
      title: 'Stop listening?',
      children: `${countOf(machines.length, 'machine')} will be let go. No run can use other machines until Wirebench listens again.`,
      confirm: 'Stop listening',
      danger: true,
    }));
  if (!sure) return;
  await attempt('Wirebench still listens', () => engine.machines.close(), machinesKey);
}
