import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `machines` part of the engine's API. */
export function machinesCalls(api: ContractImplementer, { machines }: RouterParts) {
  return {
    open: api.machines.open.handler(async ({ input }) => {
      return (await machines.open(input)).lines;
    }),
    close: api.machines.close.handler(() => machines.stop()),
    state: api.machines.state.handler(() => machines.state()),
  };
}
