import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute } from './navigation.ts';

describe('routes', () => {
  it('are read from the fragment', () => {
    expect(parseRoute('#/history')).toEqual({ view: 'history' });
    expect(parseRoute('#/run')).toEqual({ view: 'run' });
    expect(parseRoute('')).toEqual({ view: 'experiment' });
    expect(parseRoute('#/nonsense')).toEqual({ view: 'experiment' });
    expect(parseRoute('#/result/')).toEqual({ view: 'experiment' });
    expect(parseRoute('#/result/100%')).toEqual({ view: 'result', runId: '100%' });
  });

  it('come back as they were written', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (runId) => {
        const route = { view: 'result' as const, runId };
        expect(parseRoute(formatRoute(route))).toEqual(route);
      }),
    );
  });
});
