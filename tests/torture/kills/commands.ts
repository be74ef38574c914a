import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CommandLine, startCommand } from '../../support/command-line.ts';
import { type Attack, type Result, someTime, type Try, until } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import {
  endedOtherwise,
  endlessRun,
  nextStart,
  startRun,
  storedSeconds,
  writeRun,
} from './homes.ts';

const bin = (name: string) => fileURLToPath(new URL(`../../../bin/${name}`, import.meta.url));

/** Waits for a random moment of a run: during its start, or once some seconds are stored. */
async function anyMoment({ folder, random }: Try): Promise<void> {
  if (random() < 0.3) return someTime(random, 2500);
  const seconds = random() < 0.5 ? 1 : 2;
  await until(() => storedSeconds(folder) >= seconds);
  await someTime(random, 1000);
}

/** With several protocols a run begins by comparing their answers, which takes longer. */
const anyRun = ({ folder, random }: Try) =>
  startRun(folder, endlessRun(pick(random, ['rest', 'grpc', 'rest, grpc'])));

async function kill(one: Try): Promise<Result> {
  const command = anyRun(one);
  await anyMoment(one);
  const seconds = storedSeconds(one.folder);
  command.child.kill('SIGKILL');
  await command.ended;
  return nextStart(one.folder, { seconds, statuses: ['interrupted'], held: 'lost' });
}

/** Whether the program handles SIGHUP, the last of the signals that it registers at its start (Linux). */
function hears({ child }: CommandLine): boolean {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return (BigInt(`0x${/^SigCgt:\s*(\w+)$/m.exec(status)?.[1] ?? '0'}`) & 1n) === 1n;
  } catch {
    return false; // It is gone.
  }
}

/** A program that handles the signals as Wirebench does, but exits with another code. */
const deafProgram = `
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(7));
setInterval(() => undefined, 1000);`;

async function interrupt(one: Try): Promise<Result> {
  const { folder, random, planted } = one;
  const command = planted ? startCommand(folder, ['--eval', deafProgram]) : anyRun(one);
  const hasHeard = await until(() => hears(command) || command.child.exitCode !== null);
  if (!hasHeard) return { broken: 'it never took its signals' };
  if (!planted) await anyMoment(one);
  const seconds = storedSeconds(folder);
  const signal = pick(random, ['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
  command.child.kill(signal);
  const fault = endedOtherwise(await command.ended, 130);
  if (fault !== null) return { broken: `${signal}: ${fault}` };
  return nextStart(folder, { seconds, statuses: ['stopped'], held: 'reported' });
}

/** Suspends the whole program for a while, as closing a laptop does. */
async function suspend({ folder, random }: Try): Promise<Result> {
  const command = startRun(folder, endlessRun());
  await until(() => storedSeconds(folder) > 0);
  command.child.kill('SIGSTOP');
  await someTime(random, 2500);
  command.child.kill('SIGCONT');
  const seconds = storedSeconds(folder);
  const goesOn = await until(() => storedSeconds(folder) > seconds);
  command.child.kill('SIGINT');
  const fault = endedOtherwise(await command.ended, 130);
  if (!goesOn) return { broken: 'it stored nothing any more' };
  if (fault !== null) return { broken: fault };
  return nextStart(folder, { seconds, statuses: ['stopped'], held: 'unharmed' });
}

/** Kills the process that started a newer Node in its place; the engine has to notice. */
async function killLauncher({ folder, random }: Try): Promise<Result> {
  const args = ['run', writeRun(folder, endlessRun()), '--json', '--quiet'];
  const code = `
    import { runWith } from ${JSON.stringify(bin('other-node.mjs'))};
    runWith(process.execPath, ${JSON.stringify(bin('wirebench.mjs'))}, ${JSON.stringify(args)});`;
  const command = startCommand(folder, ['--input-type=module', '--eval', code]);
  await until(() => storedSeconds(folder) > 0);
  await someTime(random, 1000);
  const seconds = storedSeconds(folder);
  command.child.kill('SIGKILL');
  return nextStart(folder, { seconds, statuses: ['stopped', 'interrupted'], held: 'reported' });
}

export const commandAttacks: readonly Attack[] = [
  { what: 'kill -9 of a run on the command line', attempt: kill },
  {
    what: 'SIGINT, SIGTERM, SIGHUP at any moment',
    plant: 'a signal that ends it with another code',
    attempt: interrupt,
  },
  { what: 'SIGSTOP and SIGCONT of a run on the command line', every: 3, attempt: suspend },
  { what: 'kill -9 of the launcher', every: 2, attempt: killLauncher },
];
