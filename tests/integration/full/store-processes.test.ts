import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recoverInterrupted } from '../../../engine/run/recovery.ts';
import { openStore, type Store } from '../../../engine/store/store.ts';
import { makeInterval, makeResult } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const script = join(import.meta.dirname, '../../support/store-process.ts');

interface Worker {
  child: ChildProcess;
  /** Lines printed so far. */
  lines: string[];
  /** Resolves with the line of this number, counted from 1. */
  line(number: number): Promise<string>;
  /** Kills it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

function startWorker(file: string, mode: string, runId = ''): Worker {
  const child = spawn(process.execPath, [script, file, mode, runId], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const gone = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  const line = async (number: number) => {
    while (lines.length < number) {
      const ended = gone.then(() => 'gone' as const);
      const next = once(reader, 'line').then(() => 'line' as const);
      const event = await Promise.race([ended, next]);
      if (event === 'gone' && lines.length < number)
        throw new Error(`it ended early: ${complaint}`);
    }
    return lines[number - 1] ?? '';
  };
  return { child, lines, line, kill };
}

function open(file: string): Store {
  const store = openStore(file);
  onTestFinished(() => store.close());
  return store;
}

describe('a process killed in the middle of appending', () => {
  it('loses nothing that was committed, and its run is claimed as interrupted', async () => {
    const file = join(temporaryFolder(), 'wirebench.db');
    const worker = startWorker(file, 'append', 'aaaa1111');
    await worker.line(25);
    await worker.kill();

    const store = open(file);
    expect(store.notices).toEqual([]);
    const checker = new BetterSqlite(file, { readonly: true });
    expect(checker.pragma('integrity_check', { simple: true })).toBe('ok');
    checker.close();
    const intervals = store.intervals('aaaa1111-trial-0');
    expect(intervals.length).toBeGreaterThanOrEqual(worker.lines.length);
    expect(intervals).toEqual(intervals.map((_one, index) => makeInterval(index)));

    expect(store.listRuns(1)[0]?.status).toBe('running');
    expect(store.claimInterrupted()).toMatchObject([
      {
        runId: 'aaaa1111',
        trials: [
          {
            id: 'aaaa1111-trial-0',
            status: 'running',
            startedAt: '2026-03-01T10:00:01.000Z',
            planned: { index: 0 },
          },
          { id: 'aaaa1111-trial-1', status: 'waiting', startedAt: null },
        ],
      },
    ]);
    const [run] = store.listRuns(1);
    expect(run?.status).toBe('interrupted');
    expect(Date.parse(run?.endedAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000);

    const result = makeResult('aaaa1111-trial-0', { status: 'interrupted' });
    store.finishTrial('aaaa1111-trial-0', result);
    expect(store.trialResults('aaaa1111')).toEqual([result]);
    expect(store.claimInterrupted()).toEqual([]);
  });

  it('is seen as interrupted by others only once its trial has been put together', async () => {
    const file = join(temporaryFolder(), 'wirebench.db');
    const worker = startWorker(file, 'append', 'aaaa1111');
    await worker.line(5);
    await worker.kill();
    const [store, other] = [open(file), open(file)];
    const seen: unknown[] = [];
    const finishTrial: Store['finishTrial'] = (id, result) => {
      store.finishTrial(id, result);
      seen.push([other.listRuns(1)[0]?.status, other.trialResults('aaaa1111').length]);
    };
    recoverInterrupted({ ...store, finishTrial });
    expect(seen).toEqual([['running', 0]]);
    expect(other.listRuns(1)[0]?.status).toBe('interrupted');
    expect(other.trialResults('aaaa1111')).toMatchObject([{ status: 'interrupted' }]);
  });

  it('is claimed again when the process that claimed it died before finishing', async () => {
    const file = join(temporaryFolder(), 'wirebench.db');
    const worker = startWorker(file, 'append', 'aaaa1111');
    await worker.line(3);
    await worker.kill();
    const claimer = startWorker(file, 'claim');
    expect(JSON.parse(await claimer.line(1))).toMatchObject([{ runId: 'aaaa1111' }]);
    const store = open(file);
    const endedAt = store.listRuns(1)[0]?.endedAt;
    expect(store.claimInterrupted()).toEqual([]);
    await claimer.kill();
    expect(store.claimInterrupted()).toMatchObject([{ runId: 'aaaa1111' }]);
    expect(store.listRuns(1)[0]?.endedAt).toBe(endedAt);
  });
});

describe('several processes on one store', () => {
  it('leave the run of a live one alone', async () => {
    const file = join(temporaryFolder(), 'wirebench.db');
    const worker = startWorker(file, 'hold', 'bbbb2222');
    await worker.line(1);
    const store = open(file);
    expect(store.claimInterrupted()).toEqual([]);
    expect(store.listRuns(1)[0]?.status).toBe('running');
    await worker.kill();
    expect(store.claimInterrupted()).toMatchObject([{ runId: 'bbbb2222' }]);
    const [run] = store.listRuns(1);
    expect(run).toMatchObject({ status: 'interrupted', endedAt: '2026-03-01T10:00:00.000Z' });
  });

  it('can open a new database all at once', async () => {
    const file = join(temporaryFolder(), 'wirebench.db');
    const ids = ['aaaa1111', 'bbbb2222', 'cccc3333', 'dddd4444'];
    const workers = ids.map((id) => startWorker(file, 'hold', id));
    await Promise.all(workers.map((worker) => worker.line(1)));
    const store = open(file);
    const found = store.listRuns(10).map((run) => run.id);
    expect(found.sort()).toEqual(ids);
    expect(readdirSync(join(file, '..')).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});
