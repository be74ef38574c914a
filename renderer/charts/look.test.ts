import { expect, it } from 'vitest';
import { type Stack, stacks } from '../../contracts/stacks.ts';
import { protocols } from '../../contracts/words.ts';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { cellSeries } from '../data/series.ts';
import { columnLook, curveLook } from './look.ts';

const looksOf = (names: readonly Stack[]) => {
  const cells = protocols.flatMap((protocol) =>
    names.map((stack) => testTrial({ cell: { protocol, stack } }).cell),
  );
  return cellSeries(cells).map((series) => ({
    protocol: series.protocol,
    fill: columnLook(series).fill,
    dash: curveLook(series).dash,
  }));
};

it.each(protocols)(
  'the look of a series distinguishes all stacks of %s without colour',
  (protocol) => {
    const own = looksOf(stacks).filter((look) => look.protocol === protocol);
    expect(new Set(own.map(({ fill }) => fill)).size).toBe(stacks.length);
    expect(new Set(own.map(({ dash }) => dash)).size).toBe(stacks.length);
  },
);
