import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { reportDataSchema } from '../../contracts/report.ts';
import { makeCell, makeHead, makeResult } from '../../tests/support/records.ts';
import { composeReport } from './compose.ts';
import { buildDocument } from './document.ts';
import { publishedChoices, publishedOfReport } from './published.ts';

/** A run of the team's short message over REST and gRPC, with the given published tables. */
function document(study: string, protocols: readonly Cell['protocol'][] = ['rest', 'grpc']) {
  const experiment = `wirebench: 1
name: Test
${study}
workload: product
factors: {protocol: [rest]}
load: {model: closed, requests: 1000}
`;
  const trials = protocols.map((protocol) =>
    makeResult(protocol, { cell: makeCell({ protocol, shape: 'small' }), throughputRps: 1000 }),
  );
  return buildDocument(makeHead({ id: 'run', name: 'Mine', experiment }), trials);
}
const two = 'study: {name: kth-2024, tables: [throughput, tls]}';

describe('figures with published values', () => {
  it('are offered for the tables that the run has results for, as a chart and in their own form', () => {
    const choices = publishedChoices(document(two), true);
    expect(choices.map(({ figure }) => figure)).toEqual([
      { type: 'published', runId: 'run', table: 'throughput', metric: expect.any(String) },
      { type: 'published-table', runId: 'run', table: 'throughput' },
    ]);
    expect(choices.every(({ usual, group }) => usual && group === 'Mine')).toBe(true);
    const types = composeReport([document(two)]).blocks.map((block) =>
      block.kind === 'figure' ? block.figure.type : 'text',
    );
    expect(types).toEqual(expect.arrayContaining(['published', 'published-table']));
  });

  it('are not in the default report where runs are compared', () => {
    expect(publishedChoices(document(two), false).some(({ usual }) => usual)).toBe(false);
  });

  it('are not offered for an experiment without a study, or for a run without results', () => {
    expect(publishedChoices(document(''), true)).toEqual([]);
    expect(publishedChoices(document(two, []), true)).toEqual([]);
  });

  it('only load the tables that they show', () => {
    const figures = publishedChoices(document(two), true).map(({ figure }) => figure);
    const published = publishedOfReport(figures, [document(two)]);
    expect(published.run?.tables.map(({ table }) => table.id)).toEqual(['throughput']);
    expect(reportDataSchema.shape.published.parse(published)).toEqual(published);
    expect(publishedOfReport(figures, [])).toEqual({});
    expect(publishedOfReport([], [document(two)])).toEqual({});
  });
});
