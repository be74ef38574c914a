import { describe, expect, it } from 'vitest';
import { bytesOf, measuredLayers, wireLayers } from '../../contracts/wire.ts';
import { describeCaptures } from '../../metrics/wire-words.ts';
import { scriptedCapture } from '../../tests/support/wire-recordings.ts';
import {
  barSummary,
  barTable,
  callBars,
  countCheck,
  presentLayers,
  secondCallTitle,
  sequenceGroups,
  totalRows,
} from './wire.ts';

const plain = { shape: 'small', tls: 'off', client: 'raw', text: 'ascii' } as const;
const rest = scriptedCapture({ ...plain, protocol: 'rest' });
const soap = scriptedCapture({ ...plain, protocol: 'soap' });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

it('the sequence picture has a section for each stage, with what was measured and what was estimated', () => {
  const groups = sequenceGroups(rest);
  expect(groups.map(({ title, measured, estimated }) => [title, measured > 0, estimated])).toEqual([
    ['TCP set-up', false, 172],
    ['First call', true, 0],
    ['Second call, connection reused', true, 0],
    ['Close', false, 156],
  ]);
  const { sent, received } = rest.recorded;
  expect(sum(groups.map(({ measured }) => measured))).toBe(sent + received);
});

it('the sequence picture names the connection where there is more than one', () => {
  const again = rest.messages.map((message) => ({ ...message, connection: 1 }));
  const messages = [...rest.messages, ...again.filter(({ stage }) => stage === 'tcp')];
  const titles = sequenceGroups({ ...rest, messages }).map(({ title }) => title);
  expect(titles.at(-1)).toBe('TCP set-up, connection 2');
});

describe('bars', () => {
  it('add the set-up to the first call, and show the second by itself; have only layers with bytes in their legend', () => {
    const [first] = callBars([rest], 1);
    const [second] = callBars([rest], 2);
    expect(first?.measured).toBe(second?.measured);
    expect(first?.estimated).toBe(172 + 2 * 52);
    expect(second?.estimated).toBe(2 * 52);
    expect(2 * (second?.measured ?? 0)).toBe(rest.recorded.sent + rest.recorded.received);
    const layers = presentLayers(callBars([rest, soap], 2));
    expect(layers).toEqual(['payload', 'envelope', 'headers', 'tcp-ip']);
  });

  it('are given as a table and as a sentence', () => {
    const bars = callBars([rest, soap], 2);
    const table = barTable('Second call', bars);
    expect(table.header).toHaveLength(2 + wireLayers.length + 1);
    expect(table.rows.map(([name]) => name)).toEqual(['REST', 'SOAP']);
    expect(table.rows[0]?.slice(-2)).toEqual([bars[0]?.measured, bars[0]?.layers.values]);
    expect(barSummary('Second call', bars)).toBe(
      `Second call: REST ${bars[0]?.measured} bytes measured (${bars[0]?.layers.payload} of them payload) and 104 estimated; SOAP ${bars[1]?.measured} bytes measured (${bars[1]?.layers.payload} of them payload) and 104 estimated.`,
    );
  });

  it.each([
    [[true, true], 'Second call, connection reused'],
    [[true, false], 'Second call'],
    [[false], 'Second call, new connection'],
  ])('say whether connections were reused: %j', (reused, title) => {
    const captures = reused.map((each) => ({
      ...rest,
      calls: rest.calls.map((call) => ({ ...call, reused: call.call === 2 && each })),
    }));
    expect(secondCallTitle(captures)).toBe(title);
  });
});

it('totals have a line for each section and direction, which add up to what was recorded', () => {
  const rows = totalRows([rest]);
  const sections = ['Set-up', 'First call', 'Second call', 'Close'];
  expect(rows.map(({ section, direction }) => `${section} ${direction}`)).toEqual(
    sections.flatMap((section) => [`${section} sent`, `${section} received`]),
  );
  const of = (wanted: string) => {
    const those = rows.filter(({ direction }) => direction === wanted);
    return sum(those.map(({ layers }) => bytesOf(layers, measuredLayers)));
  };
  expect([of('sent'), of('received')]).toEqual([rest.recorded.sent, rest.recorded.received]);
  expect(rows.map(({ roundTrips }) => roundTrips)).toEqual([1, null, 1, null, 1, null, 0, null]);
});

it('totals are compared with what the driver counted', () => {
  const { sent, received } = rest.recorded;
  expect(countCheck(rest)).toContain("the driver's own sockets counted the same.");
  const late = { sent, received: received - 24 };
  const close = { ...rest.close, received: { ...rest.close.received, 'tls-records': 24 } };
  expect(countCheck({ ...rest, close, countedByDriver: late })).toContain('but for 24 bytes');
  expect(countCheck({ ...rest, countedByDriver: late })).toContain(`counted ${sent} and`);
});

it('the finding begins with the leanest protocol, and says where a protocol had to connect again', () => {
  const bytes = (capture: typeof rest) => callBars([capture], 2)[0];
  expect(describeCaptures([soap, rest])).toBe(
    `A small REST call on a reused connection moves ${bytes(rest)?.measured} bytes for ${bytes(rest)?.layers.payload} bytes of payload; SOAP ${bytes(soap)?.measured}.`,
  );
  expect(describeCaptures([])).toBe('');
  expect(describeCaptures([{ ...rest, workload: 'inventory', shape: 'xs' }])).toMatch(
    /^Shape xs of inventory: one call over REST on a reused connection moves \d+ bytes/,
  );
  const [, second] = soap.calls;
  if (!second) throw new Error('the capture has no second call');
  const again = { ...soap, calls: [{ ...second, reused: false }] };
  expect(describeCaptures([rest, again])).toMatch(/SOAP [\d,]+ \(new connection\)\.$/);
});
