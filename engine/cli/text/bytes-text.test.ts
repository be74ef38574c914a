import { describe, expect, it } from 'vitest';
import type { WireCapture, WireTotals } from '../../../contracts/wire.ts';
import { madeSizes, sizeEntry, someBytes } from '../../../tests/support/made-sizes.ts';
import { drawSizes, sizesCsv } from './sizes-text.ts';
import { drawCaptures } from './wire-text.ts';

/** Rows of a table, as lists of cells. */
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));

describe('sizes', () => {
  it('are a table, with what differs from publications and codecs', () => {
    const published = {
      source: 'kth-2023',
      shape: 'small',
      side: 'request',
      encoding: 'JSON',
      published: 100,
      ours: 120,
    } as const;
    const text = drawSizes(
      madeSizes({
        entries: [sizeEntry({ reused: null, differs: 'one byte more' })],
        published: [
          { ...published, deviation: 20 },
          { ...published, deviation: null },
        ],
        skipped: [{ protocol: 'soap', shape: 'small', reason: 'Not offered.' }],
      }),
    );
    const rows = rowsOf(text);
    expect(rows[0]).toEqual([
      ...['shape', 'protocol', 'connection', 'part', 'payload', 'envelope', 'headers', 'framing'],
      ...['TLS rec.', 'TLS hs.', 'TCP/IP (est.)', 'values', 'measured'],
    ]);
    expect(rows[1]).toEqual([
      'small',
      'rest',
      'new',
      'request',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '0',
      '21',
    ]);
    expect(rows[2]?.at(-1)).toBe('42');
    expect(text.split('\n').slice(5)).toEqual([
      'In 0 of 1 pairs of protocol and shape the recorded bodies have exactly the computed length.',
      'rest small: one byte more',
      'kth-2023: small request as JSON 100 bytes, here 120 (+20.0 %)',
      'kth-2023: small request as JSON 100 bytes, here 120',
      'Not offered.',
      '',
    ]);
    expect(text).toContain('checked against the codecs;');
    expect(drawSizes(madeSizes({ workload: 'custom' }))).toContain(
      'what the raw driver writes and reads;',
    );
  });

  it('are CSV', () => {
    const fresh = { request: someBytes(1), answer: someBytes(2), setUp: someBytes(3) };
    expect(
      sizesCsv(madeSizes({ entries: [sizeEntry({ fresh, reused: null })] })).split('\r\n'),
    ).toEqual([
      'workload,shape,protocol,operation,connection,part,payload_bytes,envelope_bytes,headers_bytes,framing_bytes,tls_records_bytes,tls_handshake_bytes,tcp_ip_bytes,measured_bytes',
      'product,small,rest,get,new,set-up,3,6,9,12,15,18,21,63',
      'product,small,rest,get,new,request,1,2,3,4,5,6,7,21',
      'product,small,rest,get,new,answer,2,4,6,8,10,12,14,42',
      '',
    ]);
  });
});

describe('captures', () => {
  const totals = (unit: number, roundTrips: number): WireTotals => ({
    sent: someBytes(unit),
    received: someBytes(unit),
    roundTrips,
    packets: 1,
  });
  const capture = (part: Partial<WireCapture> = {}): WireCapture => ({
    ...{
      protocol: 'rest',
      workload: 'product',
      shape: 'small',
      tls: 'off',
      client: 'raw',
      text: 'ascii',
    },
    ...{
      takenAt: '2026-03-01T10:00:00.000Z',
      secured: null,
      messages: [],
      assumptions: ['TCP is estimated.'],
    },
    calls: [
      {
        call: 1,
        connection: 0,
        reused: false,
        latencyMs: 12.34,
        setUp: totals(1, 2),
        exchange: totals(10, 1),
      },
      {
        call: 2,
        connection: 0,
        reused: true,
        latencyMs: 3.21,
        setUp: null,
        exchange: totals(20, 1),
      },
    ],
    close: totals(2, 0),
    ...{ recorded: { sent: 1, received: 1 }, countedByDriver: { sent: 1, received: 1 } },
    ...part,
  });

  it('have a row for each section', () => {
    const rows = rowsOf(drawCaptures([capture()]));
    expect(rows.slice(0, 5).map((row) => [row[0], row[1], row[2], ...row.slice(-3)])).toEqual([
      ['protocol', 'section', 'payload', 'measured', 'trips', 'ms'],
      ['rest', 'set-up', '2', '0', '42', '2'],
      ['rest', 'call 1, new connection', '20', '420', '1', '12.3'],
      ['rest', 'call 2, reused connection', '40', '840', '1', '3.21'],
      ['rest', 'close', '4', '0', '84', '0'],
    ]);
  });

  it('are compared by their second call, and name what was assumed, once', () => {
    const secured = { version: 'TLSv1.3', cipher: 'AES' };
    const text = drawCaptures([
      capture({ protocol: 'grpc', secured }),
      capture({ calls: capture().calls.slice(0, 1) }),
    ]);
    expect(text.split('\n').slice(-5)).toEqual([
      '',
      'A small REST call on a new connection moves 462 bytes for 22 bytes of payload; gRPC 840 (reused).',
      'grpc: TLSv1.3, AES.',
      '- TCP is estimated.',
      '',
    ]);
    expect(drawCaptures([capture({ workload: 'custom', shape: 'get' })])).toContain(
      'Request get: one call over REST on a reused connection moves 840 bytes',
    );
    expect(drawCaptures([capture({ workload: 'store', shape: 'get' })])).toContain(
      'Shape get of store: one call over REST',
    );
  });
});
