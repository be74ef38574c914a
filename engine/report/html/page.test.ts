import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { makeHead, makeResult } from '../../../tests/support/records.ts';
import { sampleDocument } from '../../../tests/support/sample-document.ts';
import { ladderDocument } from '../../../tests/support/sample-ladder.ts';
import { buildDocument } from '../document.ts';
import type { Curve } from './curve-chart.ts';
import { toHtml } from './page.ts';

const curves: Curve[] = (['rest', 'soap', 'grpc'] as const).map((protocol, at) => ({
  title: `${protocol} & co`,
  protocol,
  points: [0, 0.5, 0.9, 0.99, 0.999, 1].map((share) => ({ share, ms: (1 + at) * (1 + 9 * share) })),
}));

/** The page as XML, with the three tags closed that HTML leaves open. */
function asXml(page: string): string {
  return page.replace('<!doctype html>', '').replaceAll(/<(meta)([^>]*)>/g, '<$1$2/>');
}

describe('the HTML report', () => {
  const page = toHtml(sampleDocument(), curves);

  it('is the same as ever', async () => {
    await expect(page).toMatchFileSnapshot('../../../fixtures/golden/sample.html');
  });

  it('has its tags closed in order', () => {
    expect(XMLValidator.validate(asXml(page))).toBe(true);
  });

  it('needs nothing from elsewhere and runs nothing', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=|javascript:/i);
    expect(page).toContain("default-src 'none'");
  });

  it('shows a name as it is, not as markup', () => {
    expect(page).toContain('<h1>Sample &lt;b&gt;run&lt;/b&gt; &amp; &quot;friends&quot;</h1>');
    expect(page).not.toContain('<b>');
  });

  it('marks numbers that the generator may have limited wherever they stand', () => {
    expect(page).toMatch(/<rect class="grpc doubtful"/);
    expect(page).toContain('† The load generator may have been the limit');
    expect(page).toContain('client-bound: CPU was full; 90 % busy; The warm-up was short');
    expect(page).toMatch(/<td class="figures">9,600†<\/td>/);
  });

  it('shows failures, errors and missed thresholds', () => {
    expect(page).toContain('A trial failed: soap · large · 50 users · tls off · raw');
    expect(page).toContain('SERVICE_DIED');
    expect(page).toContain('errors &lt; 0.01%');
    expect(page).toContain('Not every threshold was met.');
  });

  it('of a plan counts iterations and times them', () => {
    const trial = makeResult('t', { counts: 'iterations' });
    const plan = toHtml(buildDocument(makeHead(), [trial]), curves);
    expect(plan).toContain('successful iterations per second');
    expect(plan).toContain('95th percentile of the time of an iteration');
    expect(plan).toContain('Throughput (iterations/s)');
    expect(plan).toContain('<h2>Time of an iteration by percentile</h2>');
    expect(plan).not.toMatch(/requests per second|Latency by percentile/);
  });

  it('of a run without a finished trial says so', () => {
    const empty = toHtml(buildDocument(makeHead({ status: 'interrupted', endedAt: null }), []));
    expect(empty).toContain('so there are no figures');
    expect(empty).not.toContain('<svg');
    expect(XMLValidator.validate(asXml(empty))).toBe(true);
  });

  it('stays well-formed whatever the texts are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const head = makeHead({ name: text, experiment: text, warnings: [text] });
        const error = { kind: 'fault', code: text, count: 1, message: text } as const;
        const trial = makeResult('t', { errors: [error], notes: [text] });
        const page = toHtml(buildDocument(head, [trial]), [{ ...curves[0], title: text } as Curve]);
        expect(XMLValidator.validate(asXml(page))).toBe(true);
        expect(page.split('<script')).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the HTML report of a ladder', () => {
  const page = toHtml(ladderDocument());

  it('is the same as ever', async () => {
    await expect(page).toMatchFileSnapshot('../../../fixtures/golden/ladder.html');
  });

  it('has its tags closed in order', () => {
    expect(XMLValidator.validate(asXml(page))).toBe(true);
  });

  it('shows where each protocol saturated, and what was set by hand', () => {
    expect(page).toContain('<h2>Saturation</h2>');
    expect(page).toMatch(/<td>set by hand \(computed: \d+ users\)<\/td>/);
    expect(page).toMatch(/<circle class="point rest"/);
    expect(page).toMatch(/<rect class="point rest"/);
    expect(page).toContain('Beyond 64 users');
    expect(page).toContain('From 16 users on, requests failed');
    expect(page).toContain('Throughput still rose by');
  });

  it('draws the fitted law, and says its parameters with their intervals', () => {
    expect(page).toMatch(/<polyline class="law grpc"/);
    expect(page).toContain('with 95 % intervals');
    expect(page).toContain('not reached');
  });

  it('has a row for each round', () => {
    expect(page).toContain('<h2>Rounds</h2>');
    expect(page.match(/<td>\d+ step<\/td>/g)).toHaveLength(60);
  });

  it('shows what the libraries cost the client', () => {
    expect(page).toContain('<h2>Client tax</h2>');
    expect(page).toContain('Library ÷ raw');
  });

  it('has no such parts when no load rises and no clients are compared', () => {
    const plain = toHtml(sampleDocument());
    expect(plain).not.toContain('<h2>Saturation</h2>');
    expect(plain).not.toContain('<h2>Client tax</h2>');
    expect(plain).not.toContain('<h2>Rounds</h2>');
  });
});
