import { type EngineQueryKey, useEngineQuery } from '../../transport/engine.ts';

export const machinesKey: EngineQueryKey = ['machines', 'state'];
/** Milliseconds between two looks at the machines; they say once a second that they are there. */
const lookEveryMs = 1000;

/** Which machines have joined. @param shown asked for only while somebody looks. */
export function useMachines(shown = true) {
  return useEngineQuery(machinesKey, (engine) => engine.machines.state(), {
    enabled: shown,
    staleTime: 0,
    ...(shown ? { refetchInterval: lookEveryMs } : {}),
  });
}
