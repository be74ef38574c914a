import { describe, expect, it } from 'vitest';
import { experimentVersion } from '../../contracts/experiment/experiment.ts';
import { type FileMigration, fileMigrations, migrateFile } from './migrate.ts';

const steps: Record<number, FileMigration> = {
  1: ({ title, ...file }) => ({ ...file, name: title }),
  2: (file) => ({ ...file, name: `${file.name}!` }),
};

describe('migrate', () => {
  it('migrates step by step from any version to the current one', () => {
    const file = { wirebench: 3, name: 'a!' };
    const first = migrateFile({ wirebench: 1, title: 'a' }, steps, 3);
    expect(first).toEqual({ ok: true, file, from: 1 });
    const second = migrateFile({ wirebench: 2, name: 'a' }, steps, 3);
    expect(second).toMatchObject({ file, from: 2 });
  });

  it('leaves a current file, and its argument, as they are', () => {
    const file = { wirebench: 3, name: 'a' };
    expect(migrateFile(file, steps, 3)).toMatchObject({ file: { wirebench: 3, name: 'a' } });
    const old = Object.freeze({ wirebench: 1, title: 'a' });
    migrateFile(old, steps, 3);
    expect(old).toEqual({ wirebench: 1, title: 'a' });
  });

  it('refuses a newer, missing or invalid version', () => {
    expect(migrateFile({ wirebench: 4 }, steps, 3)).toMatchObject({ ok: false, newer: true });
    const message = expect.stringContaining('is missing');
    expect(migrateFile({ name: 'a' }, steps, 3)).toMatchObject({ newer: false, message });
    for (const wirebench of ['3', 0, -1, 1.5, null, [], Number.NaN]) {
      expect(migrateFile({ wirebench }, steps, 3)).toMatchObject({ ok: false, newer: false });
    }
  });

  it('reports that a step has been dropped', () => {
    const result = migrateFile({ wirebench: 1 }, { 2: (file) => file }, 3);
    expect(result).toMatchObject({ message: expect.stringContaining('no longer read') });
  });

  it('has a step from every earlier version', () => {
    for (let version = 1; version < experimentVersion; version++) {
      expect(fileMigrations[version]).toBeTypeOf('function');
    }
  });
});
