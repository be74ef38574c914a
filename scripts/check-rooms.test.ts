import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRooms } from './check-rooms.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rooms-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function reasons(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkRooms(root).map(({ file, reason }) => `${file}: ${reason}`);
}

describe('the law of the rooms', () => {
  it.each([
    ['a package', 'contracts/a.ts', `import { z } from 'zod';`],
    ['contracts', 'engine/run/a.ts', `import type { A } from '../../contracts/a.ts';`],
    ['its own room', 'workers/drivers/a.ts', `import { a } from '../recorder.ts';`],
    ['engine/stats from workers', 'workers/a.ts', `import { h } from '../engine/stats/h.ts';`],
    ['SQLite in the store', 'engine/store/a.ts', `import Database from 'better-sqlite3';`],
    [
      'the engine in its host',
      'electron/engine-host.ts',
      `import { o } from '../engine/api/engine.ts';`,
    ],
    ['a part of a package', 'renderer/a.tsx', `import { createRoot } from 'react-dom/client';`],
    ['Node', 'services/a.ts', `import { readFile } from 'node:fs/promises';`],
  ])('allows %s', (_what, file, text) => {
    expect(reasons({ [file]: text })).toEqual([]);
  });

  it.each([
    ['the engine from the renderer', 'renderer/a.ts', `import { x } from '../engine/api/x.ts';`],
    ['types of another room', 'services/a.ts', `import type { X } from '../workers/x.ts';`],
    ['workers from the engine', 'engine/run/a.ts', `import { w } from '../../workers/worker.ts';`],
    ['anything from engine/stats', 'engine/stats/a.ts', `import { x } from '../run/x.ts';`],
    [
      'contracts from engine/stats',
      'engine/stats/a.ts',
      `import { x } from '../../contracts/x.ts';`,
    ],
    ['Node from engine/stats', 'engine/stats/a.ts', `import { hrtime } from 'node:process';`],
    ['Node from the renderer', 'renderer/a.ts', `import fs from 'fs';`],
    ['SQLite outside the store', 'engine/run/a.ts', `import Database from 'better-sqlite3';`],
    ['Electron outside its room', 'engine/run/a.ts', `import { app } from 'electron';`],
    ['the engine from main', 'electron/main.ts', `import { o } from '../engine/api/engine.ts';`],
    ['React outside the renderer', 'electron/a.ts', `import React from 'react';`],
    ['oRPC in other contracts', 'contracts/a.ts', `import { oc } from '@orpc/contract';`],
    ['the store from workers', 'workers/a.ts', `import { s } from '../engine/store/s.ts';`],
    ['a dynamic import', 'renderer/a.ts', `const load = () => import('../engine/api/x.ts');`],
    ['a re-export', 'renderer/a.ts', `export * from '../workers/x.ts';`],
    ['an import for its effect', 'renderer/a.ts', `import '../workers/x.ts';`],
    ['several lines', 'renderer/a.ts', `import {\n  a,\n  b,\n} from '../workers/x.ts';`],
    ['a test', 'engine/run/a.ts', `import { helper } from './b.test.ts';`],
  ])('refuses %s', (_what, file, text) => {
    expect(reasons({ [file]: text })).toHaveLength(1);
  });

  it('does not mind tests, comments and strings', () => {
    expect(
      reasons({
        'engine/run/a.test.ts': `import { app } from 'electron';`,
        'engine/run/b.ts': `/*\nimport { app } from 'electron';\n*/\n// import('electron')\n`,
        'engine/run/c.ts': `export const text = "from 'electron'";`,
      }),
    ).toEqual([]);
  });

  it('refuses circles, and names their files', () => {
    const found = reasons({
      'engine/run/a.ts': `import { b } from './b.ts';`,
      'engine/run/b.ts': `import { c } from './c.ts';`,
      'engine/run/c.ts': `export { a } from './a.ts';`,
    });
    expect(found).toEqual([
      'engine/run/a.ts: imports itself: engine/run/a.ts → engine/run/b.ts → engine/run/c.ts → engine/run/a.ts',
    ]);
  });
});
