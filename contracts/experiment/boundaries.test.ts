import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { makeCell } from '../../tests/support/records.ts';
import { noteSchema, tagSchema, tagsSchema } from '../history.ts';
import { layersOfSide, runSizes, whatIsCalled } from '../run-sizes.ts';
import { settingsChangeSchema, settingsSchema } from '../settings.ts';
import { gainFacts, hasGain, loadOfCell, loadsOf } from '../size-gain.ts';
import { connectionsLevel, connectionsSchema, parseConnections } from './connections.ts';
import { energySettingsSchema } from './energy-settings.ts';
import { loadSchema } from './load.ts';
import { repetitionsSchema } from './repetitions.ts';
import { longestWarmUp, steadyOf, warmUpSchema } from './warm-up.ts';

const steady = { until: 'steady', within: 60_000, atLeast: 5000 };
const search = { model: 'search', method: 'bisection', objective: 'p99 < 50ms' };

describe('values at their limits', () => {
  it.each<[string, z.ZodType, unknown[], unknown[]]>([
    [
      'energy',
      energySettingsSchema,
      [
        { interval: '10ms' },
        { interval: '60s' },
        { baseline: '10m' },
        { baseline: 0 },
        { wattsPerCore: 1000 },
      ],
      [
        { interval: '9ms' },
        { interval: '60.001s' },
        { baseline: '10m1ms' },
        { wattsPerCore: 0 },
        { wattsPerCore: 1000.1 },
      ],
    ],
    [
      'a warm-up',
      warmUpSchema,
      [
        'steady',
        '3s',
        { until: 'steady', within: '5001ms' },
        { until: 'steady', within: '6s', atLeast: '6s' },
      ],
      ['x', { until: 'steady', within: '5s' }, { until: 'steady', within: '6s', atLeast: '7s' }],
    ],
    [
      'connections',
      connectionsSchema,
      ['per-user', 'per-request', 'per-iteration', { shared: 1 }, { shared: 100_000 }],
      ['shared', { shared: 0 }, { shared: 100_001 }],
    ],
    [
      'repetitions',
      repetitionsSchema,
      [
        'decided',
        1,
        1000,
        { until: 'decided', atLeast: 3, atMost: 3 },
        { until: 'decided', margin: '0.1%' },
      ],
      [
        0,
        1001,
        'x',
        { until: 'decided', atLeast: 2 },
        { until: 'decided', atLeast: 5, atMost: 4 },
        { until: 'decided', margin: '0%' },
      ],
    ],
    [
      'a search',
      loadSchema,
      [
        { ...search, from: 5, to: 5 },
        { ...search, to: 2 },
        { ...search, final: 0 },
        { ...search, final: '100ms' },
        { ...search, objective: 'errors <= 1%' },
      ],
      [
        { ...search, from: 5, to: 4 },
        { ...search, to: 1 },
        { ...search, final: '99ms' },
        { ...search, objective: undefined },
        { ...search, objective: 'throughput > 5' },
        { ...search, objective: 'p99 > 5ms' },
        { ...search, objective: 'p99 < 5ms when protocol = rest' },
        { ...search, precision: '0%' },
        { ...search, flatten: '2%' },
        { ...search, method: 'doubling' },
      ],
    ],
    [
      'a tag',
      tagSchema,
      ['a', 'x'.repeat(40)],
      [' ', 'x'.repeat(41), 'a,b', 'a\u202eb', 'a\nb', 'a\u0000'],
    ],
    ['tags', tagsSchema, [[], new Array(20).fill('a')], [new Array(21).fill('a'), ['']]],
    ['a note', noteSchema, ['', 'x'.repeat(20_000)], ['x'.repeat(20_001)]],
    [
      'settings',
      settingsSchema,
      [{}, { zoomPercent: 50 }, { zoomPercent: 200 }, { notifyAfterSeconds: 86_400 }],
      [{ zoomPercent: 49 }, { zoomPercent: 201 }, { notifyAfterSeconds: 86_401 }],
    ],
    [
      'a change of settings',
      settingsChangeSchema,
      [{}, { keepAwake: false }],
      [{ keepAwake: 1 }, { other: 1 }],
    ],
  ])('of %s', (_what, schema, right, wrong) => {
    for (const value of right)
      expect([value, schema.safeParse(value).success]).toEqual([value, true]);
    for (const value of wrong)
      expect([value, schema.safeParse(value).success]).toEqual([value, false]);
  });

  it('are read with their defaults', () => {
    expect(energySettingsSchema.parse({})).toEqual({
      source: 'auto',
      wattsPerCore: 10,
      interval: 1000,
      baseline: 3000,
    });
    expect(warmUpSchema.parse('steady')).toEqual(steady);
    expect([steadyOf(undefined), steadyOf(5), steadyOf(steady as never)]).toEqual([
      null,
      null,
      steady,
    ]);
    expect([longestWarmUp(undefined), longestWarmUp(5), longestWarmUp(steady as never)]).toEqual([
      0, 5, 60_000,
    ]);
    const decided = { until: 'decided', atLeast: 3, atMost: 30, within: 120_000, margin: 0.05 };
    expect(repetitionsSchema.parse('decided')).toEqual(decided);
    expect(repetitionsSchema.parse({ until: 'decided', atMost: 9 })).toEqual({
      ...decided,
      atMost: 9,
    });
    expect(loadSchema.parse(search)).toMatchObject({
      flatten: 0.02,
      precision: 0.05,
      round: 20_000,
      final: 100_000,
      settle: 1000,
    });
    expect(tagsSchema.parse(['Ab', 'aB', ' c ', 'ab'])).toEqual(['Ab', 'c']);
    expect(settingsChangeSchema.parse({})).toEqual({});
  });

  it.each([
    ['per-user', 'per-user'],
    [{ shared: 4 }, 'shared-4'],
  ] as const)('connections %j are the level %s', (connections, level) => {
    expect(connectionsLevel(connections)).toBe(level);
    expect(parseConnections(level)).toEqual(connections);
    expect(() => parseConnections('shared-x')).toThrow();
    expect(() => parseConnections('shared-0')).toThrow();
  });
});

describe('the sizes of a run', () => {
  const side = (payload: number) => ({
    payload,
    envelope: payload + 1,
    beside: { framing: 0, headers: 0 },
  });
  const encoded = (payload: number) => ({ request: side(payload), answer: side(10 * payload) });
  const trial = (payload: number | null, cell: object) => ({
    cell: makeCell(cell),
    encoded: payload === null ? undefined : encoded(payload),
  });

  it('are those of the first trial of each protocol, by what is called', () => {
    const trials = [
      trial(null, { protocol: 'soap' }),
      trial(1, { protocol: 'rest' }),
      trial(2, { protocol: 'rest', users: 5 }),
      trial(3, { protocol: 'grpc', fields: 'reduced' }),
      trial(4, { protocol: 'grpc' }),
    ];
    expect(runSizes(trials)).toEqual([
      {
        what: 'small',
        sizes: [
          { protocol: 'rest', encoded: encoded(1) },
          { protocol: 'grpc', encoded: encoded(4) },
        ],
      },
      { what: 'small, fields reduced', sizes: [{ protocol: 'grpc', encoded: encoded(3) }] },
    ]);
    expect(whatIsCalled(makeCell({ shape: 'l', dates: 'date-only' }))).toBe('l, dates date-only');
    expect(layersOfSide(encoded(7), 'answer')).toMatchObject({
      payload: 70,
      envelope: 71,
      headers: 0,
    });
    expect(gainFacts(trials)).toEqual({
      protocols: 3,
      sized: 1,
      loads: [loadOfCell(makeCell()), loadOfCell(makeCell({ users: 5 }))],
    });
  });

  it('have loads in order: plain, raw and high first', () => {
    const cells = [
      makeCell({ users: 5 }),
      makeCell({ tls: 'on', users: 90 }),
      makeCell({ client: 'library', users: 80 }),
      makeCell({ users: 50, shape: 'other', protocol: 'soap' }),
      makeCell({ users: 50 }),
      { ...makeCell(), users: undefined, rate: 20 } as never,
    ];
    expect(loadsOf(cells)).toEqual([
      '50 users · tls off · raw',
      expect.stringMatching(/^20 .* · tls off · raw$/),
      '5 users · tls off · raw',
      '80 users · tls off · library',
      '90 users · tls on · raw',
    ]);
    const gain = (protocols: number, sized: number) => hasGain({ protocols, sized, loads: [] });
    expect([gain(2, 2), gain(1, 2), gain(2, 1)]).toEqual([true, false, false]);
  });
});
