import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../../engine/api/engine.ts';
import { sendRunFile } from '../../../engine/cli/run-files.ts';
import { describeError } from '../../../renderer/transport/errors.ts';
import { wirebench } from '../../support/command-line.ts';
import { makeFileRun, packRunFile } from '../../support/run-files.ts';
import { missingMount, mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function smallDisk(): SmallDisk {
  const disk = mountSmallDisk(2_000_000);
  onTestFinished(() => disk.remove());
  return disk;
}

function runFile(folder: string, id: string): string {
  const path = join(folder, `${id}.wbrun`);
  writeFileSync(path, packRunFile(makeFileRun({ id })));
  return path;
}

const endless = `wirebench: 1
name: Until the disk is full
factors: {protocol: rest, shape: small, users: 1}
load: {model: closed, warmUp: 0s, duration: 1h, thinkTime: 1ms}
workers: 1
`;

const title = 'a disk that is full';
const missing = missingMount();

describe.skipIf(missing !== null)(missing ? `${title}: ${missing}` : title, () => {
  it('delays only the writing: what was measured meanwhile is stored once there is space', async () => {
    const disk = smallDisk();
    const home = temporaryFolder();
    const database = join(disk.path, 'wirebench.db');
    const engine = await openEngine({ home, database });
    onTestFinished(() => engine.close());
    const { client } = engine;
    const file = runFile(home, 'bbbb2222');
    const refused = async (call: Promise<unknown>) => {
      const { code, message, hint } = describeError(await call.catch((error: unknown) => error));
      expect(code).toBe('STORE_WRITE_FAILED');
      expect(message).toBe(`${database} cannot be written: its disk is full (SQLITE_FULL)`);
      expect(hint).toContain('Free some space');
    };

    const { runId } = await client.runs.start({ text: endless });
    let phase: 'filling' | 'full' | 'freed' = 'filling';
    let fullAt = 0;
    for await (const event of await client.runs.watch({ runId })) {
      if (event.type !== 'point') continue;
      const { at } = event.point;
      if (phase === 'filling' && at > 1.2) {
        disk.fill();
        [phase, fullAt] = ['full', at];
        await refused(client.history.setNote({ runId, note: 'x'.repeat(20_000) }));
        await refused(sendRunFile(client.history, file));
      } else if (phase === 'full' && at > fullAt + 2.2) {
        disk.free();
        phase = 'freed';
        await client.runs.stop({ runId });
      }
    }
    expect(phase).toBe('freed');
    const { run, trials } = await client.runs.get({ runId });
    expect(run.status).toBe('stopped');
    const series = await client.runs.series({ trialId: trials[0]?.id ?? '' });
    const counted = series.reduce((sum, { ok, failed }) => sum + ok + failed, 0);
    const { measured, drained } = trials[0]?.accounting ?? { measured: Number.NaN, drained: 0 };
    expect([measured, measured + drained]).toContain(counted);
    expect(series.at(-1)?.at).toBeGreaterThan(fullAt + 2);
    expect((await sendRunFile(client.history, file)).outcome).toBe('imported');
  });

  it('that is read-only is reported by every command, with what to do, and left as it is', async () => {
    const disk = smallDisk();
    const home = temporaryFolder();
    const db = ['--db', join(disk.path, 'wirebench.db')];
    expect((await wirebench(home, ['import', runFile(home, 'aaaa1111'), ...db])).code).toBe(0);
    disk.makeReadOnly();
    const experiment = join(home, 'a.bench.yaml');
    writeFileSync(experiment, endless);
    for (const args of [
      ['tag', 'aaaa1111', 'x'],
      ['import', runFile(home, 'bbbb2222')],
      ['run', experiment],
    ]) {
      const { code, stderr, stdout } = await wirebench(home, [...args, ...db]);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(
        /cannot be written: .*\(STORE_WRITE_FAILED\)\n.*(Allow writing|is writable)/,
      );
    }
  });
});
