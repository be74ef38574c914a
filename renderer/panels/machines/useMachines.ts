import { type EngineQueryKey, useEngineQuery } from '../../transport/engine.ts';

export const machinesKey: EngineQueryKey = ['machines', 'state'];
/** Polling interval in milliseconds; machines send a heartbeat once a second. */
const lookEveryMs = 1000;

/** The machines that have joined. @param shown fetched only while this is true. */
export function useMachines(shown = true) {
  return useEngineQuery(machinesKey, (engine) => engine.machines.state(), {
    enabled: shown,
    staleTime: 0,
    ...(shown ? { refetchInterval: lookEveryMs } : {}),
  });
}
