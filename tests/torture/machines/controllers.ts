import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script, startCommand, startWirebench } from '../../support/command-line.ts';
import { freePort } from '../../support/free-port.ts';
import { descendants, isAlive } from '../../support/processes.ts';
import { type Result, someTime, type Try, until } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import { within } from '../within.ts';
import { counted, exactFault, type Fleet, loadWithoutController } from './fleet.ts';
import type { FleetAttack } from './fleet-attack.ts';

/** Kills the controller of a run; the next one with its folder and address fetches the results. */
async function killController(
  { random, planted, folder, measured }: Try,
  fleet: Fleet,
): Promise<Result> {
  await fleet.gathered();
  await fleet.leave();
  const { name, text } = counted(fleet.counter.port, { seconds: 600 });
  const file = join(folder, 'run.bench.yaml');
  writeFileSync(file, text);
  const place = ['--listen', `127.0.0.1:${fleet.port}`];
  const command = startWirebench(fleet.home, ['run', file, '--json', '--quiet', ...place]);
  const seen = fleet.counter.seen(name);
  const isOver = () => command.child.exitCode !== null;
  await until(() => seen.count > 20 || isOver());
  await someTime(random, 3000);
  const below = descendants(command.child.pid ?? 0);
  command.child.kill('SIGKILL');
  const killedAt = performance.now();
  await command.ended;
  const isGone = await until(() => below.every(({ pid }) => !isAlive(pid)));
  if (!isGone) return { broken: 'processes were left running' };
  const quiet = await fleet.quiet({ seen });
  if (quiet !== null) return { broken: quiet };
  measured(loadWithoutController, (seen.lastAt - killedAt) / 1000);
  // As if a request had never been reported.
  if (planted) await fleet.counter.ask(name, 1_000_000);
  const client = await fleet.open();
  const [run] = await client.runs.list({ limit: 1 });
  const trialOf = async () => (await client.runs.get({ runId: run?.id ?? '' })).trials[0];
  const isFetched = await until(async () =>
    ((await trialOf())?.notes.join(' ') ?? '').includes('was fetched later'),
  );
  if (!isFetched) return { broken: 'what was measured was not fetched' };
  const { issued = 0, abandoned = 0 } = (await trialOf())?.accounting ?? {};
  return issued + abandoned === seen.count
    ? { held: 'reported' }
    : { broken: `${issued + abandoned} requests of ${seen.count} are reported` };
}

/** Starts a second controller, in the same folder or at the same address, while one has machines at work. */
async function twoControllers({ random, folder }: Try, fleet: Fleet): Promise<Result> {
  const home = pick(random, [fleet.home, folder]);
  const port = home === fleet.home ? pick(random, [fleet.port, await freePort()]) : fleet.port;
  let other = { code: Number.NaN as number | null, stderr: '' };
  const end = await fleet.run({ seconds: 5 }, async () => {
    const file = join(folder, 'run.bench.yaml');
    writeFileSync(file, counted(fleet.counter.port, { seconds: 1 }).text);
    const words = ['run', file, '--json', '--quiet', '--listen', `127.0.0.1:${port}`];
    const command = startCommand(home, [script, ...words]);
    const ending = within('the second controller ends', command.ended, 30_000);
    other = await ending.finally(() => command.child.kill('SIGKILL'));
  });
  const of = home === fleet.home ? 'of the same folder' : 'at the same address';
  if (other.code !== 2 || !other.stderr.includes('MACHINES_UNAVAILABLE'))
    return { broken: `the second one ${of} ended with ${other.code}: ${other.stderr.slice(-300)}` };
  const fault = (await fleet.quiet(end)) ?? exactFault(end);
  return fault === null ? { held: 'reported' } : { broken: fault };
}

export const controllerAttacks: readonly FleetAttack[] = [
  {
    what: 'kill -9 of a controller',
    plant: 'a request that the next controller does not fetch',
    attempt: killController,
  },
  { what: 'two controllers at once', attempt: twoControllers },
];
