import { setTimeout as wait } from 'node:timers/promises';
import { descendants } from '../../support/processes.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { slowness } from '../../support/timeouts.ts';
import { type Result, someTime, type Try } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import {
  type AgentName,
  agentNames,
  exactFault,
  type Fleet,
  type FleetEnd,
  loadWithoutController,
  lossFault,
} from './fleet.ts';
import type { FleetAttack } from './fleet-attack.ts';

/** After an interruption shorter than the silence that counts as a loss, everything is as before. */
async function unharmed(fleet: Fleet, end: FleetEnd): Promise<Result> {
  const fault = (await fleet.quiet(end)) ?? exactFault(end);
  return fault === null ? { held: 'unharmed' } : { broken: fault };
}

/** The server of this process, which is the controller: of several fleets, the one that has the port. */
function serverOf({ home }: Fleet): number {
  const servers = descendants(process.pid).filter(
    ({ command }) => command.includes('nats-server') && command.includes(home),
  );
  const own = servers.find(({ command }) => !command.includes('node'));
  if (!own) throw new Error('no nats-server runs');
  return own.pid;
}

async function killServer({ random, planted }: Try, fleet: Fleet): Promise<Result> {
  const end = await fleet.run({ seconds: 3 }, async (name) => {
    await someTime(random, 2500);
    process.kill(serverOf(fleet), 'SIGKILL');
    // As if a request had been lost with it.
    if (planted) await fleet.counter.ask(name, 1_000_000);
  });
  const isReported = end.document.trials[0]?.notes.join(' ').includes('nats-server ended') ?? false;
  const result = await unharmed(fleet, end);
  if ('broken' in result) return result;
  // If it is killed in the last moment of a run, the run is unaffected.
  return isReported ? { held: 'reported' } : result;
}

const cut =
  (ms: number) =>
  async ({ random, planted }: Try, fleet: Fleet): Promise<Result> => {
    const end = await fleet.run({ seconds: 3 + ms / 1000 }, async (name) => {
      const { cable } = fleet.agent(pick(random, agentNames));
      await someTime(random, 2000);
      if (random() < 0.5) cable.cut();
      else cable.silence();
      await wait(ms);
      cable.mend();
      if (planted) await fleet.counter.ask(name, 1_000_000);
    });
    return unharmed(fleet, end);
  };

async function suspend({ random }: Try, fleet: Fleet): Promise<Result> {
  const end = await fleet.run({ seconds: 6 }, async () => {
    const pid = fleet.pidOf(pick(random, agentNames));
    await someTime(random, 2000);
    process.kill(pid, 'SIGSTOP');
    await someTime(random, 3500);
    process.kill(pid, 'SIGCONT');
  });
  return unharmed(fleet, end);
}

/** An agent that gets half of its time, in short turns. */
async function slow({ random }: Try, fleet: Fleet): Promise<Result> {
  const end = await fleet.run({ seconds: 4 }, async () => {
    const pid = fleet.pidOf(pick(random, agentNames));
    for (let turn = 0; turn < 30; turn++) {
      process.kill(pid, 'SIGSTOP');
      await someTime(random, 100);
      process.kill(pid, 'SIGCONT');
      await someTime(random, 100);
    }
  });
  return unharmed(fleet, end);
}

/** Neither the folder nor the temporary files of an agent have any space left. */
async function fullDisk({ random }: Try, fleet: Fleet): Promise<Result> {
  await fleet.gathered();
  const name = pick(random, agentNames);
  const disk = mountSmallDisk(2_000_000);
  try {
    await fleet.endAgent(name);
    await fleet.startAgent(name, {
      ...{ WIREBENCH_HOME: disk.path, TMPDIR: disk.path, NODE_COMPILE_CACHE: disk.path },
    });
    const isFull = random() < 0.3;
    if (isFull) disk.fill();
    const end = await fleet.run({ seconds: 3 }, async () => {
      await someTime(random, 2000);
      if (!isFull) disk.fill();
    });
    return await unharmed(fleet, end);
  } finally {
    await fleet.endAgent(name);
    disk.remove();
  }
}

export const interruptionAttacks = ({
  onDisks,
}: {
  onDisks: (attack: FleetAttack) => FleetAttack;
}): readonly FleetAttack[] => [
  {
    what: 'kill -9 of nats-server',
    plant: 'a request that is not reported',
    attempt: killServer,
  },
  { what: 'a network that is cut for 1 s', attempt: cut(1000) },
  { what: 'SIGSTOP of an agent for up to 3.5 s', attempt: suspend },
  { what: 'a slow agent', attempt: slow },
  onDisks({ what: 'a full disk on an agent', attempt: fullDisk }),
  { what: 'a network that is cut for 5 s', attempt: cut(5000) },
];

/** A machine that cannot reach its controller ends its load within this time. */
const maxGoingOnMs = 10_000;

interface LongSilence {
  begin(fleet: Fleet, name: AgentName): void;
  end(fleet: Fleet, name: AgentName): void;
  readonly ms: number;
  /** Whether the machine itself is stopped meanwhile. */
  readonly isStopped: boolean;
}

/**
 * After a longer interruption the machine is lost, and its load has to end soon, if need be by itself; it is free
 * for the next run. The load would last much longer.
 */
const silence =
  ({ begin, end, ms, isStopped }: LongSilence) =>
  async ({ random, planted, measured }: Try, fleet: Fleet): Promise<Result> => {
    if (planted) return goesOn(fleet);
    const name = pick(random, agentNames);
    const loss = pick(random, ['abort', 'continue'] as const);
    const seconds = loss === 'abort' ? 600 : ms / 1000 + 20;
    let since = Number.NaN;
    const ended = await fleet.run({ seconds, loss }, async () => {
      await someTime(random, 2000);
      since = performance.now();
      begin(fleet, name);
      await wait(ms);
      end(fleet, name);
    });
    const quiet = await fleet.quiet(ended);
    if (quiet !== null) return { broken: quiet };
    // A stopped machine can end its load only once it continues.
    const wentOnMs = fleet.lastOf(name, ended) - since - (isStopped ? ms : 0);
    measured(loadWithoutController, wentOnMs / 1000);
    if (wentOnMs > maxGoingOnMs * slowness())
      return { broken: `its load went on for ${Math.round(wentOnMs / 1000)} s` };
    const fault = lossFault(ended, name);
    return fault === null ? { held: 'reported' } : { broken: fault };
  };

/** As if a machine continued after the end of its run. */
async function goesOn(fleet: Fleet): Promise<Result> {
  const end = await fleet.run({ seconds: 1 }, async () => undefined);
  let number = 1_000_000;
  const ask = () => fleet.counter.ask(end.name, ++number);
  // The run ends a while after its last request, and on a slow machine after more than the timeout for silence.
  await ask();
  const asking = setInterval(() => void ask(), 200);
  const quiet = await fleet.quiet(end, 1500);
  clearInterval(asking);
  return quiet === null ? { held: 'reported' } : { broken: quiet };
}

const longCut: LongSilence = {
  begin: (fleet, name) => fleet.agent(name).cable.silence(),
  end: (fleet, name) => fleet.agent(name).cable.mend(),
  ms: 30_000,
  isStopped: false,
};

const longStop: LongSilence = {
  begin: (fleet, name) => process.kill(fleet.pidOf(name), 'SIGSTOP'),
  end: (fleet, name) => process.kill(fleet.pidOf(name), 'SIGCONT'),
  ms: 11_000,
  isStopped: true,
};

export const longSilences: readonly FleetAttack[] = [
  {
    what: 'SIGSTOP of an agent for 11 s',
    plant: 'load that goes on after its run',
    attempt: silence(longStop),
  },
  { what: 'a network that is cut for 30 s', attempt: silence(longCut) },
];
