import { expect, it } from 'vitest';
import type { ComparedRun } from '../../../../contracts/compare.ts';
import type { Cell } from '../../../../contracts/experiment/cell.ts';
import { makeHead } from '../../../../tests/support/records.ts';
import { curveLooks } from '../curveLooks.ts';
import { cellChoices, firstChoice } from './cellChoice.ts';

const cell: Cell = { protocol: 'rest', shape: 'small', users: 10, tls: 'off', client: 'raw' };
const run = (id: string, cells: readonly Cell[], trials = 3): ComparedRun => ({
  ...makeHead({ id, name: id }),
  cells: cells.map((one) => ({ cell: one, trials })),
  differences: [],
});
const soap: Cell = { ...cell, protocol: 'soap' };
const typical: Cell = { ...soap, shape: 'typical' };

it('the cells that can be chosen are those with results, named by what varies', () => {
  const runs = [run('a', [cell, soap]), run('b', [cell]), run('c', [cell], 0)];
  expect(cellChoices(runs).map(({ label }) => label)).toEqual([
    'REST, baseline',
    'SOAP, baseline',
    'REST, run 1',
  ]);
  expect(cellChoices([run('a', [cell, soap])]).map(({ label }) => label)).toEqual(['REST', 'SOAP']);
});

it('the cells that can be chosen start with the protocols of one cell, or with the next cell', () => {
  const first = (...cells: Cell[]) => {
    const { baseline, others } = firstChoice(cellChoices([run('a', cells)]));
    return [baseline?.label, others.map(({ label }) => label)];
  };
  expect(first(cell, soap, typical)).toEqual(['REST · small', ['SOAP · small']]);
  expect(first(cell, typical)).toEqual(['REST · small', ['SOAP · typical']]);
  expect(first(cell, { ...cell, users: 50 }, { ...soap, users: 50 }, soap)).toEqual([
    'REST · 50 users',
    ['SOAP · 50 users'],
  ]);
  expect(first(cell, { ...cell, users: 50 })).toEqual(['REST · 50 users', ['REST · 10 users']]);
  expect(first(cell)).toEqual(['REST', []]);
  expect(first()).toEqual([undefined, []]);
});

it('the looks of overlaid curves keep the hue of the protocol, and give the baseline its own form', () => {
  const ids = ['a', 'b', 'c'];
  const [baseline, one, two] = curveLooks(
    ids.map((runId) => ({ runId, cell })),
    ids.map((id) => run(id, [cell])),
  );
  expect([baseline?.label, one?.label, two?.label]).toEqual(['baseline', 'run 1', 'run 2']);
  expect(new Set([baseline?.color, one?.color, two?.color]).size).toBe(1);
  expect(baseline?.width).toBeGreaterThan(2 * (one?.width ?? 9));
  expect(one?.dash).not.toBe(two?.dash);
});

it('the looks of overlaid curves name cells within one run', () => {
  const refs = [
    { runId: 'a', cell },
    { runId: 'a', cell: soap },
  ];
  const looks = curveLooks(refs, [run('a', [cell, soap])]);
  expect(looks.map(({ label }) => label)).toEqual(['REST, baseline', 'SOAP']);
});
