import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startService } from '../../support/service.ts';

const entry = fileURLToPath(new URL('../../support/few-files.ts', import.meta.url));

it.skipIf(process.platform === 'win32')(
  'reports that there are no more files as such, and continues with its open connections',
  async () => {
    const service = await startService({ protocol: 'rest' });
    try {
      const command = 'ulimit -n 80; exec "$0" "$@"';
      const { stdout } = await promisify(execFile)('sh', [
        ...['-c', command, process.execPath, entry],
        ...[String(service.port), '200', '2000'],
      ]);
      const outcome = JSON.parse(stdout) as { issued: number; ok: number; errors: string[] };
      expect(outcome.errors).toEqual(['connect EMFILE']);
      expect(outcome).toMatchObject({ issued: 2000, abandoned: 0 });
      expect(outcome.ok).toBeGreaterThan(0);
      expect((await service.measure()).requests).toBe(outcome.ok);
    } finally {
      await service.stop();
    }
  },
);
