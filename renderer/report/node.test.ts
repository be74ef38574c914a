import { expect, it } from 'vitest';
import type { Report } from '../../contracts/report.ts';
import { protocols } from '../../contracts/words.ts';
import { buildDocument } from '../../engine/report/document.ts';
import { makeCell, makeHead, makeResult } from '../../tests/support/records.ts';
import { reportData } from '../../tests/support/report-data.ts';
import { protocolColors, protocolStyle } from '../look/protocols.ts';
import { drawReport } from './node.tsx';

const trials = protocols.map((protocol, index) =>
  makeResult(protocol, { index, cell: makeCell({ protocol }) }),
);
const curve = (index: number) => {
  const points = [0, 0.5, 0.9, 0.99, 0.999, 1].map((share) => ({
    share,
    ms: (1 + index) * 2 ** share,
  }));
  return { count: 40_000, trials: 1, curve: points, serviceCurve: null };
};
const data = reportData([buildDocument(makeHead({ id: 'run' }), trials)], {
  curves: Object.fromEntries(protocols.map((protocol, index) => [protocol, curve(index)])),
});
const report: Report = {
  format: 'wirebench-report/1',
  title: 'All protocols',
  subtitle: '',
  authors: '',
  runIds: ['run'],
  blocks: [
    {
      kind: 'figure',
      id: 'curves',
      caption: null,
      width: 'auto',
      figure: { type: 'percentiles', runId: 'run', shape: 'small', level: 10, log: true },
    },
  ],
};

const { body, style, figures } = drawReport(report, data);
const lines = (markup: string) =>
  [...markup.matchAll(/<path d="M[^"]*L[^"]*" fill="none" stroke="([^"]+)"/g)].map(
    ([, stroke]) => stroke,
  );

it.each(protocols)(
  'a report of every protocol draws the curve of %s in its colour, on the page and as a picture',
  (protocol) => {
    expect(lines(body)).toContain(protocolStyle(protocol).color);
    expect(style).toContain(`--wb-${protocol}:${protocolColors.light[protocol].line}`);
    expect(lines(figures[0]?.svg ?? '')).toContain(protocolColors.light[protocol].line);
  },
);
