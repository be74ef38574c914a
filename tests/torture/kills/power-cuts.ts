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
import { openStore, type Store } from '../../../engine/store/store.ts';
import { type Attack, type Result, someTime, type Try, until } from '../attacks.ts';
import { below } from '../bytes/mutate.ts';
import { secondsIn } from './homes.ts';

const script = fileURLToPath(new URL('../../support/store-process.ts', import.meta.url));
const run = 'aaaa1111';
/** Copies made while one process writes. */
const copies = 20;

const isStopped = (pid: number) =>
  /^State:\s+[Tt]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

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

/** An engine whose database is copied. */
interface RunningEngine {
  readonly home: string;
  readonly pid: number;
  readonly copies: number;
}

/**
 * Copies the database of an engine at random moments of a run, and opens each copy as the next start would.
 * @returns what is wrong with a copy, or null.
 */
export async function copiesOfRunning(
  one: Try,
  { home, pid, copies: wanted }: RunningEngine,
): Promise<string | null> {
  const file = join(home, databaseName);
  const cut = join(one.folder, 'cut.db');
  for (let count = 0; count < wanted; count += 1) {
    await someTime(one.random, 200);
    const committed = secondsIn(file);
    await whileStopped(pid, () => copy(file, cut, one));
    const fault = faultOf(cut, committed, () => secondsIn(cut));
    if (fault !== null) return fault;
    removeCopy(one.folder);
  }
  return null;
}

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

function removeCopy(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('cut.db')) rmSync(join(folder, name));
  }
}

/** @returns what is wrong with a copy in which this many seconds were committed, or null. */
function faultOf(file: string, committed: number, keptIn: (store: Store) => number): string | null {
  const store = openStore(file);
  try {
    if (store.notices.length > 0) return store.notices.join(' ');
    const kept = keptIn(store);
    return kept < committed ? `of ${committed} committed seconds ${kept} are there` : null;
  } finally {
    store.close();
  }
}

/** Copies a database at random moments while it is written, and opens each copy. */
async function cutPower(one: Try): Promise<Result> {
  const { folder, random } = one;
  const file = join(folder, 'wirebench.db');
  const child = spawn(process.execPath, [script, file, 'append', run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const { pid = 0 } = child;
  let committed = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    committed = Number(text.trim().split('\n').at(-1));
  });
  try {
    await until(() => committed > 0);
    for (let count = 0; count < copies; count += 1) {
      await someTime(random, 40);
      const cut = join(folder, 'cut.db');
      let known = 0;
      await whileStopped(pid, () => {
        known = committed;
        copy(file, cut, one);
      });
      const fault = faultOf(cut, known, (store) => store.intervals(`${run}-trial-0`).length);
      if (fault !== null) return { broken: fault };
      removeCopy(folder);
    }
    return { held: 'lost', times: copies };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** @param lane of the attacks, which take turns. */
export const powerCuts = (lane: number): readonly Attack[] => [
  {
    lane,
    what: 'power cuts: copies of the database while it is written',
    plant: 'a database that is cut off',
    attempt: cutPower,
  },
];
