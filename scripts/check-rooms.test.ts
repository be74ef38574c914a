import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRooms, unusedPackages } from './check-rooms.ts';
import { rendererRooms } from './rooms.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rooms-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function reasons(files: Record<string, string>): string[] {
  write(files);
  return checkRooms(root).map(({ file, reason }) => `${file}: ${reason}`);
}

describe('the rules of imports', () => {
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
    [
      'a part of a package',
      'renderer/charts/a.tsx',
      `import { createRoot } from 'react-dom/client';`,
    ],
    ['Node', 'services/a.ts', `import { readFile } from 'node:fs/promises';`],
  ])('allows %s', (_what, file, text) => {
    expect(reasons({ [file]: text })).toEqual([]);
  });

  it.each([
    [
      'the engine from the renderer',
      'renderer/app/a.ts',
      `import { x } from '../../engine/api/x.ts';`,
    ],
    ['types of another room', 'services/a.ts', `import type { X } from '../workers/x.ts';`],
    ['workers from the engine', 'engine/run/a.ts', `import { w } from '../../workers/worker.ts';`],
    ['anything from engine/stats', 'engine/stats/a.ts', `import { x } from '../run/x.ts';`],
    [
      'contracts from engine/stats',
      'engine/stats/a.ts',
      `import { x } from '../../contracts/x.ts';`,
    ],
    ['Node from engine/stats', 'engine/stats/a.ts', `import { hrtime } from 'node:process';`],
    ['Node from the renderer', 'renderer/data/a.ts', `import fs from 'fs';`],
    ['SQLite outside the store', 'engine/run/a.ts', `import Database from 'better-sqlite3';`],
    ['Electron outside its room', 'engine/run/a.ts', `import { app } from 'electron';`],
    ['the engine from main', 'electron/main.ts', `import { o } from '../engine/api/engine.ts';`],
    ['React outside the renderer', 'electron/a.ts', `import React from 'react';`],
    ['oRPC in other contracts', 'contracts/a.ts', `import { oc } from '@orpc/contract';`],
    ['the store from workers', 'workers/a.ts', `import { s } from '../engine/store/s.ts';`],
    ['a dynamic import', 'renderer/app/a.ts', `const f = () => import('../../engine/x.ts');`],
    ['a re-export', 'renderer/app/a.ts', `export * from '../../workers/x.ts';`],
    ['an import for its effect', 'renderer/app/a.ts', `import '../../workers/x.ts';`],
    ['several lines', 'renderer/app/a.ts', `import {\n  a,\n  b,\n} from '../../workers/x.ts';`],
    ['a test', 'engine/run/a.ts', `import { helper } from './b.test.ts';`],
  ])('refuses %s', (_what, file, text) => {
    expect(reasons({ [file]: text })).toHaveLength(1);
  });

  it.each([
    ['look from charts', 'renderer/charts/a.tsx', `import { c } from '../look/c.ts';`],
    ['a panel from a view', 'renderer/views/Run/a.tsx', `import { P } from '../../panels/P.tsx';`],
    ['its own styles', 'renderer/views/Run/a.tsx', `import styles from './Run.module.css';`],
    ['its own folders', 'renderer/views/Run/row/a.tsx', `import { b } from '../list/b.ts';`],
    ['views from app', 'renderer/app/a.tsx', `import { V } from '../views/Run/V.tsx';`],
    ['a font of the look', 'renderer/app/base.css', `@font-face { src: url("../look/f.woff2"); }`],
    ['charts from reports', 'renderer/report/a.tsx', `import { C } from '../charts/C.tsx';`],
  ])('allows %s', (_what, file, text) => {
    expect(reasons({ [file]: text })).toEqual([]);
  });

  it.each([
    ['a view from data', 'renderer/data/a.ts', `import { v } from '../views/Run/v.ts';`],
    ['a component from data', 'renderer/data/a.ts', `import { c } from '../components/c.ts';`],
    ['a chart from data', 'renderer/data/a.ts', `import { c } from '../charts/c.ts';`],
    ['app from data', 'renderer/data/a.ts', `import { a } from '../app/a.ts';`],
    ['React from data', 'renderer/data/a.tsx', `import { memo } from 'react';`],
    ['a chart from components', 'renderer/components/a.tsx', `import { c } from '../charts/c.ts';`],
    ['Recharts outside charts', 'renderer/views/Run/a.tsx', `import { Line } from 'recharts';`],
    ['a view from a chart', 'renderer/charts/a.tsx', `import { v } from '../views/Run/v.ts';`],
    ['another view', 'renderer/views/Run/a.ts', `import { b } from '../Result/b.ts';`],
    [
      'a type of another view',
      'renderer/views/Run/x/a.ts',
      `import type { B } from '../../Wire/b.ts';`,
    ],
    ['app from a view', 'renderer/views/Run/a.ts', `import { b } from '../../app/b.ts';`],
    ['a view from a panel', 'renderer/panels/a.tsx', `import { v } from '../views/Run/v.ts';`],
    ['a view from an action', 'renderer/actions/a.ts', `import { v } from '../views/Run/v.ts';`],
    ['a view from reports', 'renderer/report/a.tsx', `import { v } from '../views/Run/v.ts';`],
    ['app from reports', 'renderer/report/a.tsx', `import { a } from '../app/a.ts';`],
    [
      'styles of a view',
      'renderer/panels/a.tsx',
      `import styles from '../views/Run/R.module.css';`,
    ],
    ['styles of another view', 'renderer/views/Run/a.tsx', `import s from '../Wire/W.module.css';`],
    ['styles from styles', 'renderer/look/a.css', `@import "../app/base.css";`],
    ['composed styles', 'renderer/look/a.css', `.a {\n  composes: b from "../app/b.css";\n}`],
    ['a picture of a view', 'renderer/app/a.css', `.a { background: url("../panels/p.svg"); }`],
    ['an undeclared room', 'renderer/helpers/a.ts', `export const a = 1;`],
  ])('refuses %s within the window', (_what, file, text) => {
    expect(reasons({ [file]: text })).toHaveLength(1);
  });

  it('refuses two rooms of the window that import each other', () => {
    for (const [index, room] of rendererRooms.entries()) {
      const before = rendererRooms.slice(0, index).map(({ path }) => path.replace(/\/\*$/, ''));
      const own = room.rooms.filter((one) => one.startsWith('renderer/'));
      expect(before, room.path).toEqual(expect.arrayContaining(own));
    }
  });

  it('ignores tests, comments and strings', () => {
    expect(
      reasons({
        'engine/run/a.test.ts': `import { app } from 'electron';`,
        'engine/run/b.ts': `/*\nimport { app } from 'electron';\n*/\n// import('electron')\n`,
        'engine/run/c.ts': `export const text = "from 'electron'";`,
      }),
    ).toEqual([]);
  });

  it('refuses cycles, and names their files', () => {
    const found = reasons({
      'engine/run/a.ts': `import { b } from './b.ts';`,
      'engine/run/b.ts': `import { c } from './c.ts';`,
      'engine/run/c.ts': `export { a } from './a.ts';`,
    });
    expect(found).toEqual([
      'engine/run/a.ts: imports itself: engine/run/a.ts → engine/run/b.ts → engine/run/c.ts → engine/run/a.ts',
    ]);
  });

  it('reports allowed packages that a room does not use, except those of protocols', () => {
    const room = { path: 'a/*', rooms: [], packages: ['zod', 'yaml', '@x/*', 'soap'], node: false };
    const files = { 'a/b/c.ts': `import { z } from 'zod';\nimport type { D } from '@x/d';` };
    write(files);
    expect(unusedPackages(root, [room])).toEqual([
      { file: 'a/*', reason: 'uses nothing of yaml, which it may' },
    ]);
  });
});
