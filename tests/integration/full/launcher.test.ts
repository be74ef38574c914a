import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startCommand } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const bin = fileURLToPath(new URL('../../../bin', import.meta.url));
/** Makes the running Node report an old version. */
const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`;

it('explains how to run it with Node 24 if the package came without one', async () => {
  const home = temporaryFolder();
  const script = join(home, 'node_modules', 'wirebench', 'bin', 'wirebench.mjs');
  cpSync(bin, join(script, '..'), { recursive: true });
  const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, script];
  const { code, stderr } = await startCommand(home, args).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('needs Node 24');
  expect(stderr).toContain(`npx node@24 "${script}"`);
  expect(stderr).not.toContain('npm install');
});
