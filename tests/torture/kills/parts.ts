import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, openEngine } from '../../../engine/api/engine.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { descendants } from '../../support/processes.ts';
import { type Attack, type Result, someTime, type Try, until } from '../attacks.ts';
import { orphansOf, runsAgain } from './homes.ts';

/** Processes that the engine in this process has started, by the module that they run. */
const parts = (module: string): number[] =>
  descendants(process.pid)
    .filter(({ command, parent }) => parent === process.pid && command.includes(`${module}/main`))
    .map(({ pid }) => pid);

interface PartAttack {
  readonly module: 'services' | 'services/hops' | 'services/servers';
  readonly text: string;
  readonly does: (pid: number, one: Try) => Promise<void> | void;
}

async function startRun({ client }: Engine, text: string, folder: string): Promise<string> {
  const { plan } = await client.experiments.check({ text, folder });
  for (const { key } of plan?.unconfirmedCommands ?? []) await client.commands.confirm({ key });
  return (await client.runs.start({ text, folder })).runId;
}

/** Does something to a process of a run; the run has to end with words, and the next one to go well. */
async function harm(one: Try, { module, text, does }: PartAttack): Promise<Result> {
  const { folder, random } = one;
  const engine = await openEngine({ home: folder });
  try {
    const runId = await startRun(engine, text, folder);
    const following = (async () => {
      for await (const _event of await engine.client.runs.watch({ runId }));
    })();
    await until(() => parts(module).length > 0);
    await someTime(random, 1500);
    for (const pid of parts(module)) await does(pid, one);
    await following;
    const { run, trials } = await engine.client.runs.get({ runId });
    const fault = trials.find(
      ({ status, failure }) =>
        status !== 'completed' && (failure?.code ?? 'INTERNAL') === 'INTERNAL',
    );
    if (fault) return { broken: `a trial ${fault.status}: ${fault.failure?.message}` };
    const isGone = await until(() => parts(module).length === 0, 30_000);
    if (!isGone) return { broken: `${parts(module).length} processes were left behind` };
    const again = await runsAgain(engine);
    if (again !== null) return { broken: again };
    return { held: run.status === 'completed' ? 'unharmed' : 'told' };
  } finally {
    await engine.close();
  }
}

const twoTrials = smallExperiment({
  protocols: 'rest, grpc',
  duration: '1500ms',
  thinkTime: '2ms',
});
const oneTrial = `${smallExperiment({ protocols: 'rest', duration: '1s', thinkTime: '2ms' })}timeout: 500ms\n`;
const overNetwork = twoTrials.replace('factors:', 'factors:\n  network: [2ms]');

const server = `
import { createServer } from 'node:http';
createServer((request, response) => response.end('{}')).listen(Number(process.argv[2]), '127.0.0.1');
`;
const startedServer = (folder: string) => `wirebench: 1
name: Started
target: {start: {command: "node server.mjs {{port}}", env: {OWN_FOLDER: "${folder}"}}}
service:
  rest: {address: "http://127.0.0.1:{{port}}"}
  requests:
    get: {rest: {path: /x}}
factors: {protocol: [rest], users: [2]}
load: {model: closed, warmUp: 0s, duration: 2s, thinkTime: 2ms}
workers: 1
`;

const killed = (pid: number) => void process.kill(pid, 'SIGKILL');

/** Kills the process that keeps a server of the user's: the server must not outlive it. */
async function killKeeper(one: Try): Promise<Result> {
  writeFileSync(join(one.folder, 'server.mjs'), server);
  const text = startedServer(one.folder);
  const result = await harm(one, { module: 'services/servers', text, does: killed });
  const orphans = await orphansOf(one.folder);
  return orphans === null ? result : { broken: orphans };
}

async function pause(pid: number, { random }: Try): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await someTime(random, 1500);
  process.kill(pid, 'SIGCONT');
}

const lane = 1;
export const partAttacks: readonly Attack[] = [
  {
    lane,
    what: 'kill -9 of a service',
    attempt: (one) => harm(one, { module: 'services', text: twoTrials, does: killed }),
  },
  {
    lane,
    what: 'SIGSTOP and SIGCONT of a service',
    attempt: (one) => harm(one, { module: 'services', text: twoTrials, does: pause }),
  },
  {
    lane,
    what: 'kill -9 of a hop',
    attempt: (one) => harm(one, { module: 'services/hops', text: overNetwork, does: killed }),
  },
  { lane, what: 'kill -9 of the keeper of a server', every: 2, attempt: killKeeper },
  {
    lane,
    what: 'SIGSTOP of a service for good',
    every: 10,
    attempt: (one) =>
      harm(one, {
        module: 'services',
        text: oneTrial,
        does: (pid) => void process.kill(pid, 'SIGSTOP'),
      }),
  },
];
