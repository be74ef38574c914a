import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { checkRooms, unusedPackages } from './check-rooms.ts';
import { rendererRooms } from './rooms.ts';

/** A repository with these files. */
function repository(files: Record<string, string>): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const reasons = (files: Record<string, string>) =>
  checkRooms(repository(files)).map(({ file, reason }) => `${file}: ${reason}`);
/** An import in a module, or a whole text. */
const textOf = (what: string) => (/[(;{ ]/.test(what) ? what : `import { x } from '${what}';`);

describe('the rules of imports', () => {
  it.each([
    ['a package', 'contracts/a.ts', 'zod'],
    ['contracts', 'engine/run/a.ts', `import type { A } from '../../contracts/a.ts';`],
    ['its own room', 'workers/drivers/a.ts', '../recorder.ts'],
    ['engine/stats from workers', 'workers/a.ts', '../engine/stats/h.ts'],
    ['SQLite in the store', 'engine/store/a.ts', `import Database from 'better-sqlite3';`],
    ['the engine in its host', 'electron/engine-host.ts', '../engine/api/engine.ts'],
    ['a part of a package', 'renderer/charts/a.tsx', 'react-dom/client'],
    ['Node', 'services/a.ts', 'node:fs/promises'],
    ['look from charts', 'renderer/charts/a.tsx', '../look/c.ts'],
    ['a panel from a view', 'renderer/views/Run/a.tsx', '../../panels/P.tsx'],
    ['its own styles', 'renderer/views/Run/a.tsx', `import styles from './Run.module.css';`],
    ['its own folders', 'renderer/views/Run/row/a.tsx', '../list/b.ts'],
    ['views from app', 'renderer/app/a.tsx', '../views/Run/V.tsx'],
    ['a font of the look', 'renderer/app/base.css', `@font-face { src: url("../look/f.woff2"); }`],
    ['charts from reports', 'renderer/report/a.tsx', '../charts/C.tsx'],
    ['a test that imports anything', 'engine/run/a.test.ts', 'electron'],
    [
      'a comment',
      'engine/run/b.ts',
      `/*\nimport { a } from 'electron';\n*/\n// import('electron')\n`,
    ],
    ['a string', 'engine/run/c.ts', `export const text = "from 'electron'";`],
  ])('allow %s', (_what, file, what) => {
    expect(reasons({ [file]: textOf(what) })).toEqual([]);
  });

  it.each([
    ['the engine from the renderer', 'renderer/app/a.ts', '../../engine/api/x.ts'],
    ['types of another room', 'services/a.ts', `import type { X } from '../workers/x.ts';`],
    ['workers from the engine', 'engine/run/a.ts', '../../workers/worker.ts'],
    ['anything from engine/stats', 'engine/stats/a.ts', '../run/x.ts'],
    ['contracts from engine/stats', 'engine/stats/a.ts', '../../contracts/x.ts'],
    ['Node from engine/stats', 'engine/stats/a.ts', 'node:process'],
    ['Node from the renderer', 'renderer/data/a.ts', `import fs from 'fs';`],
    ['SQLite outside the store', 'engine/run/a.ts', `import Database from 'better-sqlite3';`],
    ['Electron outside its room', 'engine/run/a.ts', 'electron'],
    ['the engine from main', 'electron/main.ts', '../engine/api/engine.ts'],
    ['React outside the renderer', 'electron/a.ts', `import React from 'react';`],
    ['oRPC in other contracts', 'contracts/a.ts', '@orpc/contract'],
    ['the store from workers', 'workers/a.ts', '../engine/store/s.ts'],
    ['a dynamic import', 'renderer/app/a.ts', `const f = () => import('../../engine/x.ts');`],
    ['a re-export', 'renderer/app/a.ts', `export * from '../../workers/x.ts';`],
    ['an import for its effect', 'renderer/app/a.ts', `import '../../workers/x.ts';`],
    ['several lines', 'renderer/app/a.ts', `import {\n  a,\n  b,\n} from '../../workers/x.ts';`],
    ['a test', 'engine/run/a.ts', './b.test.ts'],
    ['a view from data', 'renderer/data/a.ts', '../views/Run/v.ts'],
    ['a component from data', 'renderer/data/a.ts', '../components/c.ts'],
    ['a chart from data', 'renderer/data/a.ts', '../charts/c.ts'],
    ['app from data', 'renderer/data/a.ts', '../app/a.ts'],
    ['React from data', 'renderer/data/a.tsx', 'react'],
    ['a chart from components', 'renderer/components/a.tsx', '../charts/c.ts'],
    ['Recharts outside charts', 'renderer/views/Run/a.tsx', 'recharts'],
    ['a view from a chart', 'renderer/charts/a.tsx', '../views/Run/v.ts'],
    ['another view', 'renderer/views/Run/a.ts', '../Result/b.ts'],
    ['a type of another view', 'renderer/views/Run/x/a.ts', '../../Wire/b.ts'],
    ['app from a view', 'renderer/views/Run/a.ts', '../../app/b.ts'],
    ['a view from a panel', 'renderer/panels/a.tsx', '../views/Run/v.ts'],
    ['a view from an action', 'renderer/actions/a.ts', '../views/Run/v.ts'],
    ['a view from reports', 'renderer/report/a.tsx', '../views/Run/v.ts'],
    ['app from reports', 'renderer/report/a.tsx', '../app/a.ts'],
    ['styles of a view', 'renderer/panels/a.tsx', '../views/Run/R.module.css'],
    ['styles of another view', 'renderer/views/Run/a.tsx', `import s from '../Wire/W.module.css';`],
    ['styles from styles', 'renderer/look/a.css', `@import "../app/base.css";`],
    ['composed styles', 'renderer/look/a.css', `.a {\n  composes: b from "../app/b.css";\n}`],
    ['a picture of a view', 'renderer/app/a.css', `.a { background: url("../panels/p.svg"); }`],
    ['an undeclared room', 'renderer/helpers/a.ts', `export const a = 1;`],
  ])('refuse %s', (_what, file, what) => {
    expect(reasons({ [file]: textOf(what) })).toHaveLength(1);
  });

  it('refuse two rooms of the window that import each other', () => {
    for (const [index, room] of rendererRooms.entries()) {
      const before = rendererRooms.slice(0, index).map(({ path }) => path.replace(/\/\*$/, ''));
      const own = room.rooms.filter((one) => one.startsWith('renderer/'));
      expect(before, room.path).toEqual(expect.arrayContaining(own));
    }
  });

  it('refuse cycles, and name their files', () => {
    const found = reasons({
      'engine/run/a.ts': textOf('./b.ts'),
      'engine/run/b.ts': textOf('./c.ts'),
      'engine/run/c.ts': `export { a } from './a.ts';`,
    });
    const cycle = ['a', 'b', 'c', 'a'].map((name) => `engine/run/${name}.ts`).join(' → ');
    expect(found).toEqual([`engine/run/a.ts: imports itself: ${cycle}`]);
  });

  it('report allowed packages that a room does not use, except those of protocols', () => {
    const room = { path: 'a/*', rooms: [], packages: ['zod', 'yaml', '@x/*', 'soap'], node: false };
    const root = repository({ 'a/b/c.ts': `${textOf('zod')}\nimport type { D } from '@x/d';` });
    const reason = 'uses nothing of yaml, which it may';
    expect(unusedPackages(root, [room])).toEqual([{ file: 'a/*', reason }]);
  });
});
