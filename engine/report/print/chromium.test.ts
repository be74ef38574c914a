import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { findChromium } from './chromium.ts';
import { printPdf } from './print-pdf.ts';

function program(folder: string, name: string, text = '#!/bin/sh\n'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const missing = expect.objectContaining({ code: 'CHROMIUM_MISSING' });

describe('the browser to print with', () => {
  it('is the configured one', () => {
    const named = program(temporaryFolder(), 'mine');
    expect(findChromium({ WIREBENCH_CHROMIUM: named }, 'linux')).toBe(named);
    expect(() => findChromium({ WIREBENCH_CHROMIUM: `${named}-not` }, 'linux')).toThrow(missing);
  });

  it('is otherwise the first executable one on the PATH', () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(first, 'chromium'));
    const found = program(second, 'chromium');
    expect(findChromium({ PATH: [first, second].join(delimiter) }, 'linux')).toBe(found);
  });

  it('is missing where there is none', () => {
    expect(() => findChromium({ PATH: temporaryFolder() }, 'win32')).toThrow(missing);
  });
});

describe('printing', () => {
  const failed = expect.objectContaining({ code: 'EXPORT_FAILED' });

  it('says so when the browser prints nothing', async () => {
    const silent = program(temporaryFolder(), 'silent', '#!/bin/sh\necho "no display" >&2\n');
    await expect(printPdf('<p>', silent)).rejects.toThrow(/no display/);
    await expect(printPdf('<p>', join(temporaryFolder(), 'gone'))).rejects.toThrow(failed);
  });

  it('ends a browser that hangs, with its child processes', async () => {
    const hanging = program(temporaryFolder(), 'hanging', '#!/bin/sh\nsleep 600 & sleep 600\n');
    await expect(printPdf('<p>', hanging, { limit: 200 })).rejects.toThrow(failed);
    const abort = AbortSignal.abort();
    await expect(printPdf('<p>', hanging, { signal: abort })).rejects.toThrow(failed);
  });
});
