import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { loadReportRenderer } from './renderer.ts';

it('is loaded with the script and the style of the page', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'page.js'), 'script');
  writeFileSync(join(folder, 'page.css'), 'style');
  writeFileSync(join(folder, 'node.mjs'), 'export const drawReport = () => "drawn";');
  const renderer = await loadReportRenderer(folder);
  expect(renderer).toMatchObject({ script: 'script', style: 'style' });
  expect(renderer.drawReport).toBeTypeOf('function');
});

it('says how to build a missing renderer', async () => {
  await expect(loadReportRenderer(temporaryFolder())).rejects.toThrow(
    expect.objectContaining({
      code: 'REPORT_UNAVAILABLE',
      hint: 'Build it with "npm run build".',
    }),
  );
});
