import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRoute, parseRoute, type ViewRoute } from './navigation.ts';

it('routes are read from the fragment', () => {
  expect(parseRoute('#/history')).toEqual({ view: 'history' });
  expect(parseRoute('#/run')).toEqual({ view: 'run', runId: null });
  expect(parseRoute('#/run/a')).toEqual({ view: 'run', runId: 'a' });
  expect(parseRoute('#/experiment')).toEqual({ view: 'experiment' });
  expect(parseRoute('')).toEqual({ view: 'start' });
  expect(parseRoute('#/nonsense')).toEqual({ view: 'start' });
  expect(parseRoute('#/result/')).toEqual({ view: 'start' });
  expect(parseRoute('#/compare')).toEqual({ view: 'compare', runIds: [] });
  expect(parseRoute('#/compare/a/b')).toEqual({ view: 'compare', runIds: ['a', 'b'] });
  expect(parseRoute('#/studies')).toEqual({ view: 'studies', study: null });
  expect(parseRoute('#/studies/vu-2020')).toEqual({ view: 'studies', study: 'vu-2020' });
  expect(parseRoute('#/reports')).toEqual({ view: 'reports', reportId: null });
  expect(parseRoute('#/help/glossary/p99')).toEqual({ view: 'help', topic: 'glossary/p99' });
  expect(parseRoute('#/result/100%')).toEqual({ view: 'result', runId: '100%' });
});

it('routes are read back as written', () => {
  const word = fc.string({ minLength: 1, unit: 'grapheme' });
  const page = word.filter((text) => !text.includes('/'));
  const route: fc.Arbitrary<ViewRoute> = fc.oneof(
    word.map((runId) => ({ view: 'result' as const, runId })),
    fc.option(word).map((runId) => ({ view: 'run' as const, runId })),
    fc.array(word).map((runIds) => ({ view: 'compare' as const, runIds })),
    word.map((study) => ({ view: 'studies' as const, study })),
    word.map((reportId) => ({ view: 'reports' as const, reportId })),
    fc
      .array(page, { minLength: 1 })
      .map((parts) => ({ view: 'help' as const, topic: parts.join('/') })),
  );
  fc.assert(
    fc.property(route, (one) => {
      expect(parseRoute(formatRoute(one))).toEqual(one);
    }),
  );
});
