import { describe, expect, it } from 'vitest';
import { experimentVersion } from '../../contracts/experiment/experiment.ts';
import { type Migration, migrate, migrations } from './migrate.ts';

const steps: Record<number, Migration> = {
  1: ({ title, ...file }) => ({ ...file, name: title }),
  2: (file) => ({ ...file, name: `${file.name}!` }),
};

describe('migrate', () => {
  it('goes step by step from any version to the current one', () => {
    expect(migrate({ wirebench: 1, title: 'a' }, steps, 3)).toEqual({
      ok: true,
      file: { wirebench: 3, name: 'a!' },
      from: 1,
    });
    expect(migrate({ wirebench: 2, name: 'a' }, steps, 3)).toMatchObject({
      file: { wirebench: 3, name: 'a!' },
      from: 2,
    });
  });

  it('leaves a current file, and its argument, as they are', () => {
    const file = { wirebench: 3, name: 'a' };
    expect(migrate(file, steps, 3)).toMatchObject({ file: { wirebench: 3, name: 'a' } });
    const old = Object.freeze({ wirebench: 1, title: 'a' });
    migrate(old, steps, 3);
    expect(old).toEqual({ wirebench: 1, title: 'a' });
  });

  it('refuses a newer version, none, and what is no version', () => {
    expect(migrate({ wirebench: 4 }, steps, 3)).toMatchObject({ ok: false, newer: true });
    expect(migrate({ name: 'a' }, steps, 3)).toMatchObject({
      newer: false,
      message: expect.stringContaining('is missing'),
    });
    for (const wirebench of ['3', 0, -1, 1.5, null, [], Number.NaN]) {
      expect(migrate({ wirebench }, steps, 3)).toMatchObject({ ok: false, newer: false });
    }
  });

  it('says so when a step has been dropped', () => {
    const result = migrate({ wirebench: 1 }, { 2: (file) => file }, 3);
    expect(result).toMatchObject({ message: expect.stringContaining('no longer read') });
  });

  it('has a step from every earlier version', () => {
    for (let version = 1; version < experimentVersion; version++) {
      expect(migrations[version]).toBeTypeOf('function');
    }
  });
});
