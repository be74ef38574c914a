import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CommandLine, startCommand, startWirebench } from '../../support/command-line.ts';
import { type Attack, type Result, someTime, type Try, until } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import { longRun, nextStart, orphansOf, storedSeconds } from './homes.ts';

const bin = (name: string) => fileURLToPath(new URL(`../../../bin/${name}`, import.meta.url));

/** Waits for a random moment of a run: during its start, or once some seconds are stored. */
async function anyMoment({ folder, random }: Try): Promise<void> {
  if (random() < 0.3) return someTime(random, 2500);
  const seconds = random() < 0.5 ? 1 : 2;
  await until(() => storedSeconds(folder) >= seconds);
  await someTime(random, 1000);
}

/** With several protocols a run begins by comparing their answers, which takes longer. */
const protocols = ['rest', 'grpc', 'rest, grpc'] as const;

async function kill(one: Try): Promise<Result> {
  const { folder, random } = one;
  const file = longRun(folder, pick(random, protocols));
  const command = startWirebench(folder, ['run', file, '--json', '--quiet']);
  await anyMoment(one);
  const seconds = storedSeconds(folder);
  command.child.kill('SIGKILL');
  await command.ended;
  const orphans = await orphansOf(folder);
  return orphans === null ? nextStart(folder, seconds, ['interrupted']) : { broken: orphans };
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
  const command = planted
    ? startCommand(folder, ['--eval', deafProgram])
    : startWirebench(folder, [
        'run',
        longRun(folder, pick(random, protocols)),
        '--json',
        '--quiet',
      ]);
  const hasHeard = await until(() => hears(command) || command.child.exitCode !== null);
  if (!hasHeard) return { broken: 'it never took its signals' };
  if (!planted) await anyMoment(one);
  const seconds = storedSeconds(folder);
  const signal = pick(random, ['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
  command.child.kill(signal);
  const { code, stderr } = await command.ended;
  if (code !== 130) return { broken: `${signal} ended it with ${code}: ${stderr.slice(-300)}` };
  const orphans = await orphansOf(folder);
  if (orphans !== null) return { broken: orphans };
  const next = await nextStart(folder, seconds, ['stopped']);
  return 'held' in next ? { held: 'told' } : next;
}

/** Suspends the whole program for a while, as closing a laptop does. */
async function suspend({ folder, random }: Try): Promise<Result> {
  const command = startWirebench(folder, ['run', longRun(folder), '--json', '--quiet']);
  await until(() => storedSeconds(folder) > 0);
  command.child.kill('SIGSTOP');
  await someTime(random, 2500);
  command.child.kill('SIGCONT');
  const seconds = storedSeconds(folder);
  const goesOn = await until(() => storedSeconds(folder) > seconds);
  command.child.kill('SIGINT');
  const { code } = await command.ended;
  if (!goesOn) return { broken: 'it stored nothing any more' };
  if (code !== 130) return { broken: `SIGINT ended it with ${code}` };
  const next = await nextStart(folder, seconds, ['stopped']);
  return 'held' in next ? { held: 'unharmed' } : next;
}

/** Kills the process that started a newer Node in its place; the engine has to notice. */
async function killLauncher(one: Try): Promise<Result> {
  const { folder } = one;
  const args = JSON.stringify(['run', longRun(folder), '--json', '--quiet']);
  const code = `
    import { runWith } from ${JSON.stringify(bin('other-node.mjs'))};
    runWith(process.execPath, ${JSON.stringify(bin('wirebench.mjs'))}, ${args});`;
  const command = startCommand(folder, ['--input-type=module', '--eval', code]);
  await until(() => storedSeconds(folder) > 0);
  await someTime(one.random, 1000);
  const seconds = storedSeconds(folder);
  command.child.kill('SIGKILL');
  const orphans = await orphansOf(folder);
  if (orphans !== null) return { broken: orphans };
  const next = await nextStart(folder, seconds, ['stopped', 'interrupted']);
  return 'held' in next ? { held: 'told' } : next;
}

/** @param lane of the attacks, which take turns. */
export const commandAttacks = (lane: number): readonly Attack[] => [
  { lane, what: 'kill -9 of a run on the command line', attempt: kill },
  {
    lane,
    what: 'SIGINT, SIGTERM, SIGHUP at any moment',
    plant: 'a signal that ends it with another code',
    attempt: interrupt,
  },
  { lane, what: 'SIGSTOP and SIGCONT of a run on the command line', every: 3, attempt: suspend },
  { lane, what: 'kill -9 of the launcher', every: 2, attempt: killLauncher },
];
