import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { messageOf } from '../../../contracts/errors.ts';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { databaseName } from '../../../engine/platform/home.ts';
import { openStore } from '../../../engine/store/store.ts';
import { type CommandLine, type Ended, wirebench } from '../../support/command-line.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { missingMount, mountSmallDisk } from '../../support/small-disk.ts';
import {
  type Attack,
  type Result,
  resultOf,
  someTime,
  type Try,
  takeTurns,
  until,
} from '../attacks.ts';
import { endedOtherwise, startRun, storedSeconds } from '../kills/homes.ts';
import type { Kind } from '../kind.ts';

/** A disk under a database, which can be broken and repaired. */
interface Disk {
  /** The folder with the database. */
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  spoil(): void;
  mend(): void;
  remove(): void;
}

type MakeDisk = (one: Try) => Disk;

const fullDisk: MakeDisk = () => {
  const { path, fill: spoil, free: mend, remove } = mountSmallDisk(3_000_000);
  return { path, env: {}, spoil, mend, remove };
};

/** Builds the library that makes writes fail. @returns its path. @throws Error without a compiler, or without Linux. */
function buildFailingDisk(folder: string): string {
  if (process.platform !== 'linux') throw new Error('it needs LD_PRELOAD');
  const library = join(folder, 'failing-disk.so');
  const source = join(import.meta.dirname, 'failing-disk.c');
  const words = ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'];
  try {
    execFileSync('cc', words, { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`it needs a C compiler: ${messageOf(error)}`);
  }
  return library;
}

const brokenDisk =
  (library: string, how: 'fails' | 'slow'): MakeDisk =>
  ({ folder }) => {
    const control = join(folder, 'disk');
    const become = (state: string) => writeFileSync(control, state.slice(0, 1));
    become('well');
    return {
      path: folder,
      env: { LD_PRELOAD: library, FAILING_DISK: control },
      spoil: () => become(how),
      mend: () => become('well'),
      remove: () => undefined,
    };
  };

/** A run of six seconds on a disk. */
function start({ folder }: Try, { path, env }: Disk): CommandLine {
  const load = { protocols: 'rest', users: '1', duration: '6s', thinkTime: '5ms' };
  const args = ['--db', join(path, databaseName)];
  return startRun(folder, smallExperiment(load), { args, env });
}

async function withDisk(
  make: MakeDisk,
  one: Try,
  use: (disk: Disk) => Promise<Result>,
): Promise<Result> {
  const disk = make(one);
  try {
    return await use(disk);
  } finally {
    disk.remove();
  }
}

/** Seconds stored in the database, and seconds that the result counts. */
function isWholeIn(file: string, runId: string): boolean {
  const store = openStore(file);
  try {
    const [trial] = store.trialResults(runId);
    if (!trial) return false;
    const stored = store
      .intervals(trial.id)
      .filter(({ phase }) => phase !== 'warm-up')
      .reduce((sum, { ok, failed }) => sum + ok + failed, 0);
    const { measured, drained } = trial.accounting;
    return stored === measured + drained || stored === measured;
  } finally {
    store.close();
  }
}

/** Breaks the disk for a while: everything is stored once it is repaired. */
const forAWhile =
  (make: MakeDisk) =>
  (one: Try): Promise<Result> =>
    withDisk(make, one, async (disk) => {
      const command = start(one, disk);
      await until(() => storedSeconds(disk.path) > 0);
      await someTime(one.random, 1000);
      disk.spoil();
      await someTime(one.random, 3000);
      disk.mend();
      const ended = await command.ended;
      const fault = endedOtherwise(ended, 0);
      if (fault !== null) return { broken: fault };
      const { run } = resultDocumentSchema.parse(JSON.parse(ended.stdout));
      const file = join(disk.path, databaseName);
      if (one.planted) {
        const database = new BetterSqlite(file);
        database.exec('DELETE FROM intervals WHERE position > 1');
        database.close();
      }
      const isWhole = isWholeIn(file, run.id);
      return resultOf(isWhole ? null : 'seconds of the trial were never stored', 'unharmed');
    });

/** @returns what is wrong with how a command reported that it could not write, or null. */
function unreported(ended: Ended, path: string): string | null {
  const isReported = [join(path, databaseName), 'STORE_WRITE_FAILED'].every((words) =>
    ended.stderr.includes(words),
  );
  const fault = isReported ? null : `it was not reported: ${ended.stderr.slice(-300)}`;
  return endedOtherwise(ended, 1) ?? fault;
}

/** Breaks the disk for good: the error names its path, and the document has everything that was measured. */
const untilTheEnd =
  (make: MakeDisk) =>
  (one: Try): Promise<Result> =>
    withDisk(make, one, async (disk) => {
      const command = start(one, disk);
      await until(() => storedSeconds(disk.path) > 0);
      disk.spoil();
      const ended = await command.ended;
      const fault = unreported(ended, disk.path);
      if (fault !== null) return { broken: fault };
      const { run, trials } = resultDocumentSchema.parse(JSON.parse(ended.stdout));
      const isKept = run.status === 'failed' && (trials[0]?.requests.ok ?? 0) > 0;
      return resultOf(isKept ? null : 'the document lacks what was measured', 'reported');
    });

/** Nothing can be written from the start. */
async function readOnly({ folder, planted }: Try): Promise<Result> {
  const disk = mountSmallDisk(3_000_000);
  try {
    const file = join(disk.path, databaseName);
    openStore(file).close();
    if (!planted) disk.makeReadOnly();
    const ended = await wirebench(folder, ['tag', 'x', 'y', '--db', file]);
    const printed = ended.stdout === '' ? null : `it printed ${ended.stdout}`;
    return resultOf(unreported(ended, disk.path) ?? printed, 'reported');
  } finally {
    disk.remove();
  }
}

const onSmallDisks: readonly Attack[] = [
  { what: 'a read-only disk', plant: 'a disk that is not read-only', attempt: readOnly },
  {
    lane: 1,
    what: 'a disk that is full for a while',
    plant: 'seconds that are never stored',
    attempt: forAWhile(fullDisk),
  },
  { lane: 2, what: 'a disk that stays full', attempt: untilTheEnd(fullDisk) },
];

const onFailingDisks = (library: string): readonly Attack[] => [
  {
    lane: 3,
    what: 'a disk that fails for a while',
    attempt: forAWhile(brokenDisk(library, 'fails')),
  },
  { lane: 3, what: 'a disk that is slow', attempt: forAWhile(brokenDisk(library, 'slow')) },
  {
    lane: 4,
    what: 'a disk that is pulled out',
    attempt: untilTheEnd(brokenDisk(library, 'fails')),
  },
];

export const disk: Kind = {
  name: 'disk',
  promise:
    'A disk that is full, read-only, slow or gone is reported with its path; results stay in memory until they can be written.',
  share: 2,
  expected: 50,
  few: 1,
  plants: onSmallDisks.flatMap(({ plant }) => plant ?? []),
  run: async (turn) => {
    const missing = missingMount();
    if (missing !== null) turn.without('full and read-only disks', missing);
    const attacks = missing === null ? [...onSmallDisks] : [];
    try {
      attacks.push(...onFailingDisks(buildFailingDisk(turn.folder)));
    } catch (error) {
      turn.without('failing and slow disks', messageOf(error));
    }
    await takeTurns(turn, attacks);
  },
};
