import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseName } from '../../../engine/platform/home.ts';
import { openStore } from '../../../engine/store/store.ts';
import { type Attack, type Result, resultOf, someTime, type Try, until } from '../attacks.ts';
import { below } from '../bytes/mutate.ts';
import { secondsIn } from './homes.ts';

const script = fileURLToPath(new URL('../../support/store-process.ts', import.meta.url));
/** Copies made while one process writes. */
const copies = 20;

/** A process that writes a database, which is copied. */
interface Writer {
  readonly home: string;
  readonly pid: number;
  readonly copies: number;
  /** Copies are made after a random time up to this. */
  readonly everyMs: number;
  /** Seconds that are certainly committed; default those that are visible. */
  readonly committed?: () => number;
}

/**
 * The files of a database at this moment: what a power cut leaves, apart from what the disk had not yet
 * written, which may be anything after the last commit.
 */
function copy(file: string, to: string, { random, planted }: Try): void {
  copyFileSync(file, to);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${to}-wal`);
  if (random() < 0.5) appendFileSync(`${to}-wal`, randomBytes(1 + below(random, 9000)));
  if (!planted) return;
  truncateSync(to, 4096);
  rmSync(`${to}-wal`, { force: true });
}

const isStopped = (pid: number) =>
  /^State:\s+[Tt]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** Works while a process is stopped, as all of them are at a power cut. */
async function whileStopped(pid: number, act: () => void): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await until(() => isStopped(pid));
    act();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Opens a copy as the next start would. @returns what is wrong with it, or null. */
function faultOf(file: string, committed: number): string | null {
  const store = openStore(file);
  try {
    if (store.notices.length > 0) return store.notices.join(' ');
    const kept = secondsIn(file);
    return kept < committed ? `of ${committed} committed seconds ${kept} are there` : null;
  } finally {
    store.close();
  }
}

/** Copies a database at random moments while it is written. @returns what is wrong with a copy, or null. */
export async function faultOfCopies(one: Try, writer: Writer): Promise<string | null> {
  const file = join(writer.home, databaseName);
  const { pid, committed = () => secondsIn(file) } = writer;
  for (let count = 0; count < writer.copies; count += 1) {
    await someTime(one.random, writer.everyMs);
    const cut = join(one.folder, 'cut.db');
    const known = committed();
    await whileStopped(pid, () => copy(file, cut, one));
    const fault = faultOf(cut, known);
    if (fault !== null) return fault;
    for (const name of readdirSync(one.folder))
      if (name.startsWith('cut.db')) rmSync(join(one.folder, name));
  }
  return null;
}

async function cutPower(one: Try): Promise<Result> {
  const file = join(one.folder, databaseName);
  const child = spawn(process.execPath, [script, file, 'append', 'aaaa1111'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let printed = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = Number(text.trim().split('\n').at(-1));
  });
  try {
    await until(() => printed > 0);
    const { pid = 0 } = child;
    const writer = { home: one.folder, pid, copies, everyMs: 40, committed: () => printed };
    return resultOf(await faultOfCopies(one, writer), 'lost', copies);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

export const powerCuts: readonly Attack[] = [
  {
    what: 'power cuts: copies of the database while it is written',
    plant: 'a database that is cut off',
    attempt: cutPower,
  },
];
