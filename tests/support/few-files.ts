import { WorkerTrial } from '../../workers/trial.ts';
import { assignmentDefaults, closedLoad } from './loads.ts';
import { plainAddress } from './loopback.ts';

/**
 * Process entry for a process that may open few files: runs more users than that against a port
 * of this machine, and prints the outcome of their requests.
 */
const [port = '0', users = '1', requests = '1'] = process.argv.slice(2);
const errors = new Set<string>();
let ok = 0;

const trial = await WorkerTrial.prepare(
  {
    ...assignmentDefaults,
    cell: { protocol: 'rest', shape: 'small', users: Number(users), tls: 'off', client: 'raw' },
    address: plainAddress(Number(port)),
    load: closedLoad({ users: Number(users) }),
    requests: Number(requests),
    timeoutMs: 20_000,
    verify: 'all',
  },
  {
    tick: (tick) => {
      ok += tick.ok;
      for (const { kind, code } of tick.errors) errors.add(`${kind} ${code}`);
    },
    done: ({ issued, abandoned }) => {
      console.log(JSON.stringify({ issued, abandoned, ok, errors: [...errors] }));
    },
  },
);
trial.start(process.hrtime.bigint());
