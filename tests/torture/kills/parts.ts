import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ResultDocument } from '../../../contracts/result.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { childrenOf } from '../../support/processes.ts';
import type { EngineClient } from '../../support/transports.ts';
import { type Attack, type Result, resultOf, someTime, type Try, until } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import { Workbench } from '../shell/workbench.ts';
import { Ground } from './ground.ts';
import { isTooSlow, orphansOf, runsAgain } from './homes.ts';

/** Trials of one run; the processes of the last one are left alone. */
const trials = 5;

interface Harm {
  readonly module: 'services' | 'services/hops' | 'services/servers';
  readonly text: string;
  /** @returns whether the process still existed. */
  readonly does: (pid: number, random: () => number) => Promise<boolean> | boolean;
}

/** Bounded by requests, all of which even a slow machine makes; a single one takes a second for them. */
const manyTrials = (protocols: string) =>
  `${smallExperiment({ protocols, thinkTime: '5ms' })}repetitions: ${trials}\n`;
/** Bounded by time, since none of its requests is answered. */
const stoppedTrials = smallExperiment({
  ...{ protocols: 'rest', duration: '3s', thinkTime: '5ms' },
  more: `repetitions: ${trials}\ntimeout: 500ms\n`,
});
const overNetwork = (protocol: string) =>
  manyTrials(protocol).replace('factors:', 'factors:\n  network: [2ms]');

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
load: {model: closed, warmUp: 0s, requests: 400, thinkTime: 5ms}
repetitions: ${trials}
workers: 1
`;

/** Trials have to be completed, or failed with a reason; the last one, which was left alone, completed. */
function faultOf(document: ResultDocument): string | null {
  const fault = document.trials.find(
    ({ status, failure }) => status !== 'completed' && (failure?.code ?? 'INTERNAL') === 'INTERNAL',
  );
  if (fault) return `a trial ${fault.status}: ${fault.failure?.message}`;
  const last = document.trials.at(-1);
  if (last?.status === 'completed') return null;
  return `the run ${document.run.status}, its last trial ${last?.status}: ${last?.failure?.message}`;
}

/** @returns false if the process no longer existed. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ESRCH') return false;
    throw error;
  }
}

const killed: Harm['does'] = (pid) => signal(pid, 'SIGKILL');
const stopped: Harm['does'] = (pid) => signal(pid, 'SIGSTOP');
const paused: Harm['does'] = async (pid, random) => {
  const isStopped = signal(pid, 'SIGSTOP');
  await someTime(random, 1000);
  return isStopped && signal(pid, 'SIGCONT');
};

const protocols = ['rest', 'soap', 'grpc', 'graphql', 'rsocket'] as const;

/** One engine whose services, hops and keepers are killed, one in each of many trials. */
export class Parts extends Ground<Workbench> {
  protected launch(home: string): Promise<Workbench> {
    return Workbench.start(home);
  }

  async #parts(module: string): Promise<number[]> {
    const { enginePid } = await this.running();
    return childrenOf(enginePid)
      .filter(({ command }) => command.includes(`${module}/main`))
      .map(({ pid }) => pid);
  }

  async #harm(one: Try, harm: Harm): Promise<Result> {
    const workbench = await this.running();
    return workbench.use((client) => this.#harmRun(client, one, harm));
  }

  async #harmRun(client: EngineClient, one: Try, harm: Harm): Promise<Result> {
    const { folder, planted } = one;
    const { text } = harm;
    const { plan } = await client.experiments.check({ text, folder });
    for (const { key } of plan?.unconfirmedCommands ?? []) await client.commands.confirm({ key });
    const { runId } = await client.runs.start({ text, folder });
    const harmed = await this.#harmEach(client, runId, one, harm);
    const document = await client.runs.get({ runId });
    const isLastTooSlow = isTooSlow(document.trials.at(-1)?.failure?.message) && !planted;
    const fault = isLastTooSlow ? await runsAgain(client) : faultOf(document);
    if (fault !== null) return { broken: fault };
    const isGone = await until(async () => (await this.#parts(harm.module)).length === 0, 30_000);
    if (!isGone) return { broken: 'processes were left running' };
    return resultOf(harmed === 0 ? 'no trial had such a process' : null, 'reported', harmed);
  }

  /** Harms the process of each trial but the last. @returns how many were harmed. */
  async #harmEach(
    client: EngineClient,
    runId: string,
    { random, planted }: Try,
    { module, does }: Harm,
  ): Promise<number> {
    let isOver = false;
    const following = (async () => {
      for await (const _event of await client.runs.watch({ runId }));
    })().finally(() => {
      isOver = true;
    });
    const seen = new Set<number>();
    let harmed = 0;
    while (!isOver) {
      const pid = (await this.#parts(module)).find((one) => !seen.has(one));
      // Asked after the process was seen: it belongs to this trial, or to an earlier one.
      const current = pid === undefined ? null : (await client.runs.active())?.current;
      if (pid === undefined || current === null || current === undefined) {
        await wait(25);
        continue;
      }
      seen.add(pid);
      if (current === trials - 1 && !planted) continue;
      if (!planted) await someTime(random, 1200);
      if (await does(pid, random)) harmed += 1;
    }
    await following;
    return harmed;
  }

  /** Kills the process that keeps a server of the user: the server must not outlive it. */
  async #killKeepers(one: Try): Promise<Result> {
    writeFileSync(join(one.folder, 'server.mjs'), server);
    const text = startedServer(one.folder);
    const result = await this.#harm(one, { module: 'services/servers', text, does: killed });
    const orphans = await orphansOf(one.folder);
    return orphans === null ? result : { broken: orphans };
  }

  attacks(): readonly Attack[] {
    const attack = (
      what: string,
      module: Harm['module'],
      textOf: (protocol: string) => string,
      does: Harm['does'],
      more: Partial<Attack> = {},
    ) => {
      const harm = (one: Try): Harm => ({
        module,
        does,
        text: textOf(pick(one.random, protocols)),
      });
      return this.attack(what, (one) => this.#harm(one, harm(one)), more);
    };
    return [
      attack('kill -9 of a service', 'services', manyTrials, killed, {
        plant: 'services that are killed in every trial',
      }),
      attack('SIGSTOP and SIGCONT of a service', 'services', manyTrials, paused),
      attack('kill -9 of a hop', 'services/hops', overNetwork, killed),
      this.attack('kill -9 of the keeper of a server', (one) => this.#killKeepers(one)),
      attack('SIGSTOP of a service for good', 'services', () => stoppedTrials, stopped, {
        every: 6,
      }),
    ];
  }

  /** A last run that is left alone. */
  protected async last(workbench: Workbench): Promise<string | null> {
    const fault = await workbench.use(runsAgain);
    await workbench.stop();
    return fault;
  }
}
