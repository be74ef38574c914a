import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { serviceStartSchema } from '../../contracts/service-messages.ts';
import { stackReportSchema } from '../../contracts/stack-messages.ts';
import type { Message } from '../../workloads/description.ts';
import { inventoryOperations } from '../../workloads/inventory/messages.ts';
import { jsonBytes } from '../../workloads/messages/json-bytes.ts';
import { sizedContent, stackOrder } from './stack-order.ts';
import { Lines, readReport } from './stack-program.ts';

describe('Lines', () => {
  it('returns the same lines however the text is chunked', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme-ascii' })), (pieces) => {
        const text = pieces.map((piece) => piece.replaceAll(' ', '\n')).join('');
        const passed: string[] = [];
        const lines = new Lines(
          (line) => passed.push(line),
          () => expect.unreachable(),
        );
        for (const piece of pieces) lines.take(piece.replaceAll(' ', '\n'));
        const whole = text.split('\n').slice(0, -1);
        expect(passed).toEqual(whole.filter((line) => line.trim() !== ''));
      }),
    );
  });

  it('discards a line without an end', () => {
    const tooLong = vi.fn();
    const lines = new Lines(() => expect.unreachable(), tooLong);
    for (let i = 0; i < 70; i++) lines.take('x'.repeat(1024));
    expect(tooLong).toHaveBeenCalled();
  });
});

describe('readReport', () => {
  it('reads reports, and quotes anything else', () => {
    const started = { type: 'started', port: 80, runtime: 'Go 1' };
    expect(readReport(JSON.stringify(started))).toEqual({ ...started, libraries: {} });
    expect(() => readReport('listening')).toThrow(/not a report of a stack’s program: listening/);
    expect(() => readReport('{"type":"started","port":0,"runtime":""}')).toThrow(/not a report/);
  });

  it('never throws on any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        try {
          expect(stackReportSchema.safeParse(readReport(line)).success).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'SERVICE_START_FAILED' });
        }
      }),
    );
  });
});

const start = (more: object) => {
  const place = { host: '127.0.0.1', port: 0, tls: null };
  const what = { type: 'start', workload: 'inventory', protocol: 'rest' };
  return serviceStartSchema.parse({ ...what, ...place, ...more });
};

describe('stackOrder', () => {
  it('passes an inventory its answers, in their sizes', () => {
    const order = stackOrder(start({ setup: { data: { sizes: { s: 700 } } } }));
    expect(Object.keys(order.content)).toEqual(['items-status', 'items-summary', 'items-full']);
    const { response } = inventoryOperations['items-status'];
    expect(jsonBytes(response, order.content['items-status'] as Message)).toBe(700);
    expect(JSON.parse(order.openapi ?? '')).toMatchObject({ openapi: expect.any(String) });
    expect(order.wsdl).toBeNull();
  });

  it('passes the waiting students of a team, and default settings', () => {
    const order = stackOrder(start({ workload: 'team', protocol: 'soap' }));
    expect(order.content.waiting).toHaveLength(100);
    expect(order.setup.data).toMatchObject({ rowsHeld: 10_000 });
    expect(order.wsdl).toContain('<');
  });

  it('creates answers of any size, for no other operation', () => {
    const { response } = inventoryOperations['items-full'];
    const message = sizedContent(start({}), 'items-full', 20_000);
    expect(jsonBytes(response, message)).toBe(20_000);
    expect(() => sizedContent(start({}), 'heart-beat', 20)).toThrow(/no answers of a size/);
  });
});
