import { describe, expect, it } from 'vitest';
import type { Ask } from '../../contracts/equivalence.ts';
import { scriptedHttp } from '../../tests/support/driven.ts';
import { assignmentDefaults } from '../../tests/support/loads.ts';
import { listen, plainAddress } from '../../tests/support/loopback.ts';
import { productWorkload } from '../../workloads/product/product.ts';
import { answerOf } from './answer-of.ts';

const asked = (port: number, change: Partial<Ask> = {}): Ask => ({
  ...assignmentDefaults,
  cell: { protocol: 'rest', shape: 'modify:3', tls: 'off', client: 'raw', users: 1 } as Ask['cell'],
  address: plainAddress(port),
  ...{ timeoutMs: 5000, sequence: 0, useCase: false, wanted: 'answer' },
  ...change,
});

/** A service that answers with the description that it got, reversed or not. */
const reversing = (isRight = true) =>
  scriptedHttp(1, (response, { body }) => {
    const { description, ...others } = JSON.parse(body.toString()) as { description: string };
    const turned = isRight ? [...description].reverse().join('') : description;
    response.end(JSON.stringify({ ...others, description: turned }));
  });

describe('the answer to one call', () => {
  it('is returned, alone or with its cost, or judged', async () => {
    const { port, seen } = await reversing();
    const answered = await answerOf(asked(port));
    const setup = { text: 'ascii', seed: 1, data: {}, fields: 'full', dates: 'full' } as const;
    const request = productWorkload.requestsOf('modify:3', setup).request(0);
    const answer = { ...request, description: [...String(request.description)].reverse().join('') };
    expect(answered).toEqual({ type: 'answered', answer });
    const exchange = await answerOf(asked(port, { wanted: 'exchange' }));
    expect(exchange).toMatchObject({ type: 'answered', answer });
    const { taken } = exchange as {
      taken?: { connectMs: number; answerMs: number; bytes: object };
    };
    expect(taken?.connectMs).toBeGreaterThan(0);
    expect(taken?.answerMs).toBeGreaterThan(0);
    expect(taken?.bytes).toMatchObject({ sent: expect.any(Number), received: expect.any(Number) });
    const judged = await answerOf(asked(port, { wanted: 'judgement' }));
    expect(judged).toMatchObject({ type: 'answered', answer: null });
    expect(judged).toHaveProperty('outline');
    const success = await answerOf(asked(port, { wanted: 'success' }));
    expect(success).toEqual({ type: 'answered', answer: null });
    expect(seen).toHaveLength(4);
  });

  it('is refused by a judgement only, if it is wrong', async () => {
    const { port } = await reversing(false);
    expect(await answerOf(asked(port))).toMatchObject({ type: 'answered' });
    expect(await answerOf(asked(port, { wanted: 'success' }))).toMatchObject({ type: 'answered' });
    expect(await answerOf(asked(port, { wanted: 'judgement' }))).toMatchObject({
      type: 'refused',
      operation: 'modify',
      failure: { kind: 'mismatch' },
      request: { id: '0', name: 'Coffee' },
    });
  });

  it.each([
    [500, 'no', { kind: 'status', code: '500', message: 'HTTP 500: no' }],
    [200, 'no JSON', { kind: 'mismatch', code: 'UNDECODABLE' }],
  ])('is refused with status %i and %j', async (status, body, failure) => {
    const { port } = await scriptedHttp(1, (response) => response.writeHead(status).end(body));
    const outcome = await answerOf(asked(port));
    expect(outcome).toMatchObject({ type: 'refused', operation: 'modify', failure });
  });

  it('is none of a service that is late or gone, or of another protocol', async () => {
    const silent = await scriptedHttp(1, () => undefined);
    expect(await answerOf(asked(silent.port, { timeoutMs: 30 }))).toMatchObject({
      ...{ type: 'refused', failure: { kind: 'timeout', code: 'TIMEOUT' } },
    });
    const gone = await listen(() => undefined);
    await gone.close();
    expect(await answerOf(asked(gone.port))).toMatchObject({
      ...{ type: 'refused', failure: { kind: 'connect', code: 'ECONNREFUSED' } },
    });
    const { cell } = asked(1);
    const other = asked(1, { cell: { ...cell, shape: 'nothing' } });
    await expect(answerOf(other)).rejects.toThrow(TypeError);
  });
});
