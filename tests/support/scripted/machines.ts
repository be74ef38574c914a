import type { ContractImplementer } from '../../../engine/api/parts.ts';

/** The `machines` part of the scripted engine: nobody has joined. */
export function scriptedMachines(os: ContractImplementer) {
  return {
    open: os.machines.open.handler(({ input }) => ({
      line: `wirebench agent --join ${input.host}:${input.port} --token SUA.x`,
    })),
    close: os.machines.close.handler(() => undefined),
    state: os.machines.state.handler(() => ({
      listening: null,
      machines: [],
      addresses: ['127.0.0.1'],
      obstacle: null,
    })),
  };
}
