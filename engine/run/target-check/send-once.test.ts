import { describe, expect, it } from 'vitest';
import type { Ask, EquivalenceMessage } from '../../../contracts/equivalence.ts';
import { experimentOf } from '../../../tests/support/read-experiment.ts';
import { makeCell } from '../../../tests/support/records.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { withService } from '../../own-service/with-service.ts';
import { askedShapes } from '../equivalence/asked-cells.ts';
import type { TargetCheck } from './check-target.ts';
import { sendOnce } from './send-once.ts';

const file = {
  wirebench: 1,
  name: 't',
  service: {
    rest: { address: 'http://127.0.0.1:1' },
    requests: {
      login: { rest: { path: '/login' }, checks: [{ path: '$.ok', equals: true }] },
      tenant: { rest: { path: '/tenants/{{token}}' } },
      get: { rest: { path: '/{{tenantId}}/{{token}}' } },
    },
    flows: {
      look: {
        once: [
          { request: 'login', take: { token: { path: '$.token' } } },
          { request: 'tenant', take: { tenantId: { path: '$.id' } } },
        ],
        steps: [{ request: 'get' }],
      },
    },
  },
  factors: { protocol: ['rest'], shape: ['look'] },
  load: { model: 'closed', duration: '1s' },
  timeout: '4s',
};

async function checkOf(
  answers: readonly EquivalenceMessage[],
  given: object = file,
  signal = new AbortController().signal,
) {
  const folder = temporaryFolder();
  const files = { read: async () => null, readUnkept: async () => null, open: async () => null };
  const experiment = await withService(experimentOf(given), { files, folder, home: folder });
  const asked: Ask[] = [];
  const ask = async (one: Ask) => {
    asked.push(structuredClone({ ...one, custom: undefined }) as Ask);
    return (
      answers[asked.length - 1] ?? {
        type: 'failed',
        error: { code: 'INTERNAL', message: 'not expected' },
      }
    );
  };
  const check: TargetCheck = {
    experiment,
    cell: makeCell({ shape: 'look' }),
    address: { host: '127.0.0.1', port: 1, basePath: '', tls: null },
    place: 'http://127.0.0.1:1',
    asker: { ask: ask as TargetCheck['asker']['ask'] },
    home: folder,
    signal,
    silent: new Map(),
  };
  return { check, asked, sent: await sendOnce(check) };
}

const answered = (content: object, status = 200): EquivalenceMessage => {
  const body = JSON.stringify(content);
  return {
    type: 'answered',
    answer: { status, headers: {}, body, text: body, json: content, message: content },
  };
};

describe('what flows send once for all users', () => {
  it('is sent in order, with what was taken, which the users get', async () => {
    const { sent, asked, check } = await checkOf([
      answered({ ok: true, token: 'secret-token-1' }),
      answered({ id: 42 }),
    ]);
    if ('wrong' in sent) throw new Error(sent.wrong.message);
    expect(
      asked.map(({ cell, by, sequence, timeoutMs, useCase, wanted }) => [
        cell.shape,
        by,
        sequence,
        timeoutMs,
        useCase,
        wanted,
      ]),
    ).toEqual([
      [
        'login',
        { user: 0, iteration: 0, step: 0, taken: ['', ''] },
        1_988_000_000,
        4000,
        false,
        'exchange',
      ],
      [
        'tenant',
        { user: 0, iteration: 0, step: 1, taken: ['secret-token-1', ''] },
        1_988_000_000,
        4000,
        false,
        'exchange',
      ],
    ]);
    const [flow] = sent.experiment.custom?.flows ?? [];
    expect(flow?.shared).toEqual(['secret-token-1', '42']);
    expect(sent.experiment.custom?.secrets).toContain('secret-token-1');
    expect(sent.experiment.custom?.secrets).not.toContain('42');
    // The given one is as it was.
    expect(check.experiment.custom?.flows[0]?.shared).not.toEqual(flow?.shared);
  });

  it.each([
    [
      [answered({ ok: false, token: 'x' })],
      /^service\.flows\.look\.once\[0\] \(login\): GET http:\/\/127\.0\.0\.1:1\/login .*\(status 200\)/,
    ],
    [[answered({ ok: true })], /once\[0\] \(login\): .*token/],
    [
      [
        answered({ ok: true, token: 'secret-token-1' }),
        { type: 'failed', error: { code: 'WORKER_FAILED', message: 'gone' } },
      ],
      /^service\.flows\.look\.once\[1\] \(tenant\): gone$/,
    ],
    [
      [
        {
          type: 'refused',
          failure: { kind: 'status', code: 'HTTP_500', message: 'HTTP 500' },
          operation: 'login',
          request: {},
        },
      ],
      /once\[0\] \(login\): GET http:\/\/127\.0\.0\.1:1\/login was answered with an error: HTTP 500 \(HTTP_500\)/,
    ],
  ] as const)('fails at its step: %#', async (answers, message) => {
    const { sent, asked } = await checkOf(answers as readonly EquivalenceMessage[]);
    expect('wrong' in sent && sent.wrong.message).toMatch(message);
    expect(asked).toHaveLength(answers.length);
  });

  it('is nothing when it is aborted, or where there is none', async () => {
    const aborted = await checkOf([answered({ ok: true, token: 'x' })], file, AbortSignal.abort());
    expect(aborted.sent).toEqual({ experiment: aborted.check.experiment });
    const { flows: _, ...service } = file.service;
    const plain = await checkOf([], {
      ...file,
      service: { ...service, requests: { login: service.requests.login } },
      factors: { protocol: ['rest'], shape: ['login'] },
    });
    expect([plain.sent, plain.asked]).toEqual([{ experiment: plain.check.experiment }, []]);
    const bundled = experimentOf({
      wirebench: 1,
      name: 't',
      factors: { protocol: ['rest'] },
      load: file.load,
    });
    expect(await sendOnce({ ...plain.check, experiment: bundled })).toEqual({
      experiment: bundled,
    });
    // The answers of an own service are compared only where the user says in what they agree.
    expect(askedShapes(plain.check.experiment)).toEqual([]);
  });
});
