import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { GainMetric, GainPart } from '../../contracts/size-gain.ts';
import { gainFacts, loadOfCell, loadsOf } from '../../contracts/size-gain.ts';
import { statisticsOf } from '../../engine/report/statistics/analysis.ts';
import { makeCell, makeHead, makeResult } from '../../tests/support/records.ts';
import {
  gainFigure,
  gainLines,
  gainNotes,
  gainSummary,
  gainTable,
  gainTitle,
  loadLabels,
} from './sizeGain.ts';

const rates: Record<string, number> = { rest: 1000, soap: 500, grpc: 2100 };
const bytes: Record<string, number> = { rest: 300, soap: 700, grpc: 100 };
const factor: Record<string, number> = { small: 1, large: 10 };

const message = (payload: number) => {
  return { payload, envelope: 5, beside: { framing: 0, headers: 0 } };
};

/** Trials of three protocols and two shapes, whose sizes and rates are those above. */
function trialsOf(repetitions: number, levels: readonly Partial<Cell>[] = [{}], sized = true) {
  return Object.keys(rates).flatMap((protocol) =>
    Object.keys(factor).flatMap((shape) =>
      levels.flatMap((level) =>
        Array.from({ length: repetitions }, (_none, index) => {
          const cell = makeCell({ protocol: protocol as Cell['protocol'], shape, ...level });
          const payload = (bytes[protocol] ?? 0) * (factor[shape] ?? 0);
          const base = makeResult('t');
          return makeResult(`${protocol} ${shape} ${JSON.stringify(level)} ${index}`, {
            cell,
            repetition: index + 1,
            throughputRps: (rates[protocol] ?? 0) * (1 + 0.01 * index),
            latencyMs: { ...base.latencyMs, p50: 1000 / (rates[protocol] ?? 1) + 0.001 * index },
            ...(sized ? { encoded: { request: message(20), answer: message(payload) } } : {}),
          });
        }),
      ),
    ),
  );
}

function figureOf(
  trials: ReturnType<typeof trialsOf>,
  metric: GainMetric = 'throughput',
  part: GainPart = 'both',
  load = '10 users · tls off · raw',
) {
  const run = { head: makeHead(), trials };
  const found = statisticsOf(run, { factor: 'protocol', against: 'rest', metrics: [metric] });
  const figure = gainFigure(found, trials, { metric, part, load });
  if (!figure) throw new Error('nothing to compare');
  return figure;
}

describe('the gain of protocols over the sizes of their messages', () => {
  it('has a point for each protocol but the baseline and each shape, at its own bytes', () => {
    const figure = figureOf(trialsOf(3));
    expect(figure.points.map(({ key, bytes }) => [key, bytes])).toEqual([
      ['soap small', 730],
      ['soap large', 7030],
      ['grpc small', 130],
      ['grpc large', 1030],
    ]);
    expect(figure.baselineSizes).toEqual([
      { what: 'small', bytes: 330 },
      { what: 'large', bytes: 3030 },
    ]);
    expect(figureOf(trialsOf(3), 'throughput', 'answer').points[0]?.bytes).toBe(705);
    expect(figureOf(trialsOf(3), 'throughput', 'request').points[0]?.bytes).toBe(25);
    expect(gainTitle(figure)).toBe('Gain in throughput over size, vs REST');
  });

  it('gives the gain from both sides with its interval and certainty', () => {
    const figure = figureOf(trialsOf(3));
    const point = figure.points.find(({ key }) => key === 'grpc small');
    if (!point) throw new Error('no point');
    expect(point.times).toBeCloseTo(2.1, 9);
    expect(point.interval?.low).toBeLessThan(2.1);
    const [gain, sure, size] = gainLines(point, figure);
    expect(gain).toBe('110 % more throughput than REST (2.1×); REST has 52 % less than gRPC');
    expect(sure).toMatch(/^95 % interval 1\d0 % more to 1\d0 % more: higher, better$/);
    expect(size).toBe('130 bytes, REST 330');
    expect(gainSummary(figure)).toContain('gRPC, small, 130 bytes: 110 % more throughput');
    const row = gainTable(figure).rows.find(
      ([shape, name]) => shape === 'small' && name === 'SOAP',
    );
    expect(row?.slice(0, 5)).toEqual(['small', 'SOAP', 'REST', 730, 330]);
    expect(row?.slice(8, 10)).toEqual(['50 % less', '100 % more']);
    const slow = figureOf(trialsOf(3), 'p50').points.find(({ key }) => key === 'soap large');
    expect(slow?.times).toBeCloseTo(2, 1);
  });

  it('has no interval without repetitions, and says so', () => {
    const figure = figureOf(trialsOf(1));
    expect(figure.points.every(({ interval }) => interval === null)).toBe(true);
    expect(gainNotes(figure).join(' ')).toContain('repeat the experiment');
    expect(gainNotes(figureOf(trialsOf(3))).join(' ')).toContain(
      'corrected for 6 tests, 4 of them shown (Holm)',
    );
  });

  it('names what has no size or no figure instead of drawing it', () => {
    const trials = trialsOf(2).map((trial) => {
      const { encoded, ...rest } = trial;
      const { protocol, shape } = trial.cell;
      if (protocol === 'soap' && shape === 'small') return rest;
      return protocol === 'grpc' && shape === 'large' ? { ...trial, throughputRps: 0 } : trial;
    });
    const figure = figureOf(trials);
    expect(figure.points.map(({ key }) => key)).toEqual(['soap large', 'grpc small']);
    expect(figure.missing).toEqual([
      'SOAP, small: its message size is not known',
      'gRPC, large: no value for throughput to compare',
    ]);
    expect(gainNotes(figure).join(' ')).toContain('Without a point: SOAP, small');
  });

  it('keeps cells of other loads apart, the highest level and no TLS first', () => {
    const levels = [{ users: 10 }, { users: 50 }, { users: 50, tls: 'on' as const }];
    const trials = trialsOf(1, levels);
    const loads = loadsOf(trials.map(({ cell }) => cell));
    expect(loads).toEqual([
      '50 users · tls off · raw',
      '10 users · tls off · raw',
      '50 users · tls on · raw',
    ]);
    expect([...loadLabels(loads).values()]).toEqual([
      '50 users · tls off',
      '10 users · tls off',
      '50 users · tls on',
    ]);
    expect(figureOf(trials, 'throughput', 'both', loads[2]).points).toHaveLength(4);
    const reduced = makeCell({ fields: 'reduced', gateway: 'on' });
    expect(loadOfCell(reduced)).toBe('10 users · tls off · raw · gateway on');
  });

  it('is nothing where no protocols are compared', () => {
    const trials = trialsOf(1).filter(({ cell }) => cell.protocol === 'rest');
    const run = { head: makeHead(), trials };
    const found = statisticsOf(run, { factor: null, against: null, metrics: ['throughput'] });
    const wanted = { metric: 'throughput', part: 'both', load: '' } as const;
    expect(gainFigure(found, trials, wanted)).toBeNull();
    expect(gainFacts(trials)).toMatchObject({ protocols: 1, sized: 0 });
    expect(gainFacts(trialsOf(1, [{}], false))).toMatchObject({ protocols: 3, sized: 0 });
    expect(gainFacts(trialsOf(1))).toMatchObject({ protocols: 3, sized: 2 });
  });
});
