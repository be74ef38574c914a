import { expect, it } from 'vitest';
import { figureChoices } from '../../../engine/report/choices.ts';
import { buildDocument } from '../../../engine/report/document.ts';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { scriptedEncoded } from '../../../tests/support/scripted-encoded.ts';
import { figureModel } from './model.ts';

const cells = (['small', 'large'] as const).flatMap((shape) =>
  (['rest', 'soap', 'grpc'] as const).map((protocol) => makeCell({ protocol, shape })),
);
const trials = cells.map((cell, index) =>
  makeResult(`t${index}`, { index, cell, ...scriptedEncoded(cell) }),
);
const document = buildDocument(makeHead({ id: 'run', name: 'Mine' }), trials);
const data = reportData([document]);

it('the sizes of messages in a report are offered for each shape, the first by default', () => {
  const offered = figureChoices([document]).filter(({ figure }) => figure.type === 'sizes');
  expect(offered.map(({ label, usual }) => [label, usual])).toEqual([
    ['Message sizes, small', true],
    ['Message sizes, large', false],
  ]);
  const older = buildDocument(makeHead({ id: 'old' }), [makeResult('t', {})]);
  expect(figureChoices([older]).some(({ figure }) => figure.type === 'sizes')).toBe(false);
});

it('the sizes of messages in a report are bars by layer with their table', () => {
  const model = figureModel({ type: 'sizes', runId: 'run', what: 'small' }, data);
  expect(model?.chart?.legend.map(({ label }) => label)).toEqual(['Payload', 'Envelope']);
  expect(model?.table?.rows.map(([, protocol, part]) => [protocol, part])).toEqual([
    ['REST', 'request'],
    ['REST', 'answer'],
    ['SOAP', 'request'],
    ['SOAP', 'answer'],
    ['gRPC', 'request'],
    ['gRPC', 'answer'],
  ]);
  // gRPC's five bytes before each message.
  expect(model?.table?.rows.at(-1)?.[4]).toBe(5);
  expect(model?.caption).toContain('Run “Mine”');
});

it('the sizes of messages in a report are null if the run has no such shape', () => {
  expect(figureModel({ type: 'sizes', runId: 'run', what: 'stress' }, data)).toBeNull();
});
