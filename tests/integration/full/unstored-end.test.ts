import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { openStore } from '../../../engine/store/store.ts';
import { wirebench } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const experiment = `wirebench: 1
name: To the end
factors: {protocol: rest, shape: small, users: 1}
load: {model: closed, warmUp: 0s, requests: 100}
workers: 1
`;

/** A database that takes everything but the end of a trial and that of a run. @returns its file. */
function databaseWithoutEnds(folder: string): string {
  const file = join(folder, 'wirebench.db');
  openStore(file).close();
  const database = new BetterSqlite(file);
  database.exec(`
    CREATE TRIGGER no_trial BEFORE UPDATE ON trials WHEN NEW.result IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'no space'); END;
    CREATE TRIGGER no_run BEFORE UPDATE ON runs WHEN NEW.ended_at IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'no space'); END;`);
  database.close();
  return file;
}

describe('a run whose end cannot be stored', () => {
  it('ends with code, path and what is stored; its document holds what was measured', async () => {
    const home = temporaryFolder();
    const file = databaseWithoutEnds(home);
    const path = join(home, 'a.bench.yaml');
    writeFileSync(path, experiment);
    const { code, stdout, stderr } = await wirebench(home, ['run', path, '--json', '--quiet']);
    expect(code).toBe(1);
    expect(stderr).toContain(`${file} cannot be written: no space`);
    expect(stderr).toContain('(STORE_WRITE_FAILED)');
    expect(stderr).toContain('0 of 1 measured trials are stored');
    const { run, trials } = resultDocumentSchema.parse(JSON.parse(stdout));
    expect(run.status).toBe('failed');
    expect(run.endedAt).not.toBeNull();
    expect(trials).toMatchObject([{ status: 'failed', requests: { ok: 100 } }]);
    expect(trials[0]?.failure?.code).toBe('STORE_WRITE_FAILED');
  });
});
