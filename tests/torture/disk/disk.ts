import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { messageOf } from '../../../contracts/errors.ts';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { databaseName } from '../../../engine/platform/home.ts';
import { openStore } from '../../../engine/store/store.ts';
import { type CommandLine, script, startCommand, wirebench } from '../../support/command-line.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { missingMount, mountSmallDisk } from '../../support/small-disk.ts';
import { type Attack, type Result, someTime, type Try, takeTurns, until } from '../attacks.ts';
import { storedSeconds } from '../kills/homes.ts';
import type { Kind } from '../kind.ts';
import { buildFailingDisk, failingDisk } from './failing-disk.ts';

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
  const disk = mountSmallDisk(3_000_000);
  return {
    path: disk.path,
    env: {},
    spoil: () => disk.fill(),
    mend: () => disk.free(),
    remove: () => disk.remove(),
  };
};

const brokenDisk =
  (library: string, how: 'failing' | 'slow'): MakeDisk =>
  ({ folder }) => {
    const disk = failingDisk(library, folder);
    return {
      path: folder,
      env: disk.env,
      spoil: () => disk.become(how),
      mend: () => disk.become('well'),
      remove: () => undefined,
    };
  };

function start(one: Try, disk: Disk, duration: string): CommandLine {
  const file = join(one.folder, 'run.bench.yaml');
  const text = smallExperiment({ protocols: 'rest', users: '1', duration, thinkTime: '5ms' });
  writeFileSync(file, text);
  const db = join(disk.path, databaseName);
  const args = [script, 'run', file, '--json', '--quiet', '--db', db];
  return startCommand(one.folder, args, { env: disk.env });
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
      const command = start(one, disk, '6s');
      await until(() => storedSeconds(disk.path) > 0);
      await someTime(one.random, 1000);
      disk.spoil();
      await someTime(one.random, 3000);
      disk.mend();
      const { code, stdout, stderr } = await command.ended;
      if (code !== 0) return { broken: `it ended with ${code}: ${stderr.slice(-300)}` };
      const { run } = resultDocumentSchema.parse(JSON.parse(stdout));
      const file = join(disk.path, databaseName);
      if (one.planted) {
        const database = new BetterSqlite(file);
        database.exec('DELETE FROM intervals WHERE position > 1');
        database.close();
      }
      return isWholeIn(file, run.id)
        ? { held: 'unharmed' }
        : { broken: 'seconds of the trial were never stored' };
    });

/** Breaks the disk for good: the error names its path, and the document has everything that was measured. */
const untilTheEnd =
  (make: MakeDisk) =>
  (one: Try): Promise<Result> =>
    withDisk(make, one, async (disk) => {
      const command = start(one, disk, '6s');
      await until(() => storedSeconds(disk.path) > 0);
      disk.spoil();
      const { code, stdout, stderr } = await command.ended;
      if (code !== 1) return { broken: `it ended with ${code}: ${stderr.slice(-300)}` };
      const isReported =
        stderr.includes(join(disk.path, databaseName)) && stderr.includes('STORE_WRITE_FAILED');
      if (!isReported) return { broken: `it was not reported: ${stderr.slice(-300)}` };
      const { run, trials } = resultDocumentSchema.parse(JSON.parse(stdout));
      const isKept = run.status === 'failed' && (trials[0]?.requests.ok ?? 0) > 0;
      return isKept ? { held: 'told' } : { broken: 'the document lacks what was measured' };
    });

/** Nothing can be written from the start. */
async function readOnly({ folder, planted }: Try): Promise<Result> {
  const disk = mountSmallDisk(3_000_000);
  try {
    const file = join(disk.path, databaseName);
    openStore(file).close();
    if (!planted) disk.makeReadOnly();
    const { code, stderr, stdout } = await wirebench(folder, ['tag', 'x', 'y', '--db', file]);
    const isReported = stderr.includes(file) && stderr.includes('STORE_WRITE_FAILED');
    return code === 1 && stdout === '' && isReported
      ? { held: 'told' }
      : { broken: `it ended with ${code}: ${stderr.slice(-300)}` };
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
    attempt: forAWhile(brokenDisk(library, 'failing')),
  },
  { lane: 3, what: 'a disk that is slow', attempt: forAWhile(brokenDisk(library, 'slow')) },
  {
    lane: 4,
    what: 'a disk that is pulled out',
    attempt: untilTheEnd(brokenDisk(library, 'failing')),
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
