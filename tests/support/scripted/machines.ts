import type {
  JoinedMachineInfo,
  MachinesPlace,
  MachinesState,
} from '../../../contracts/api/machines.ts';
import type { ErrorReport } from '../../../contracts/errors.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';

/** A scripted engine's state of other machines; its owner may change it at any time. */
export interface ScriptedMachines {
  readonly state: { -readonly [Key in keyof MachinesState]: MachinesState[Key] };
  /** Why it can neither listen nor stop; null if it can. */
  refusal: ErrorReport | null;
}

/** An engine that does not listen. */
export function noMachinesJoin(): ScriptedMachines {
  const addresses = ['192.168.1.5', '127.0.0.1'];
  return {
    state: { listening: null, machines: [], addresses, obstacle: null },
    refusal: null,
  };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A machine that has joined, by its place in the alphabet. */
export function scriptedMachine(
  place: number,
  name: string,
  more: Partial<JoinedMachineInfo> = {},
): JoinedMachineInfo {
  return {
    id: `U${(letters[place] ?? 'Z').repeat(55)}`,
    facts: {
      name,
      wirebench: '0.1.0',
      node: '24.21.0',
      os: 'Linux 6.8',
      cpu: 'Scripted CPU',
      cores: 8,
      memoryBytes: 16_000_000_000,
      threads: 7,
    },
    isFree: true,
    loading: false,
    serving: false,
    clock: { offsetMs: 12_345.6, errorMs: 0.109, roundTripMs: 0.218 },
    ...more,
  };
}

/** The command for a machine that is to join a scripted engine. */
export function scriptedLine(place: MachinesPlace): string {
  const token = `SUA${'J4XQ7'.repeat(11)}.${'0f3a'.repeat(16)}`;
  return 'nats' in place
    ? `wirebench agent --join ${place.nats} --token nats.${token}`
    : `wirebench agent --join ${place.host}:${place.port} --token ${token}`;
}

function scriptedLines(place: MachinesPlace) {
  const line = scriptedLine(place);
  if (!('webSocketPort' in place) || place.webSocketPort === undefined) return { line };
  const { host, webSocketPort, port } = place;
  const webSocketLine = line.replace(`${host}:${port}`, `wss://${host}:${webSocketPort}`);
  return { line, webSocketLine };
}

/** The `machines` part of the scripted engine. */
export function scriptedMachines(os: ContractImplementer, machines: ScriptedMachines) {
  const { state } = machines;
  return {
    open: os.machines.open.handler(({ input, errors }) => {
      if (machines.refusal) throw errors.FAILED({ data: machines.refusal });
      const { line } = scriptedLines(input);
      state.listening =
        'nats' in input
          ? { host: 'n1.example.org', port: 4222, line, nats: input }
          : { ...input, ...scriptedLines(input) };
      state.machines = [];
      state.obstacle = null;
      return scriptedLines(input);
    }),
    close: os.machines.close.handler(({ errors }) => {
      if (machines.refusal) throw errors.FAILED({ data: machines.refusal });
      state.listening = null;
      state.machines = [];
    }),
    state: os.machines.state.handler(() => ({ ...state })),
  };
}
