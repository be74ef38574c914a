import { createSecureContext } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { engineRuns } from '../../support/engine-runs.ts';
import { type ServerHabits, startServer } from '../../support/habitual-servers.ts';
import { makeCertificates } from '../../support/own-certificates.ts';
import { ownExperiment } from '../../support/own-services.ts';

const runs = engineRuns();

async function measure(habits: ServerHabits, users: number, load: string, tls = '') {
  const server = await startServer(habits);
  try {
    const { trials } = await runs.runToEnd(
      ownExperiment(
        `  rest: {address: "${server.address}"${tls}}
  requests:
    list: {rest: {path: /orders}}`,
        `protocol: [rest], users: [${users}]${tls === '' ? '' : ', tls: [on]'}`,
        load,
      ),
    );
    const [trial] = trials;
    if (!trial?.occupancy) throw new Error('a trial of users was measured');
    return { trial, codes: trial.occupancy.missing.map(({ code }) => code) };
  } finally {
    await server.close();
  }
}

describe('Little’s law over real services', () => {
  it('accounts for users that wait for a service with a known delay', async () => {
    const { trial, codes } = await measure(
      { delayMs: 50 },
      10,
      'model: closed, warmUp: 300ms, duration: 2s',
    );
    expect(codes).toEqual([]);
    const { users, accounted } = trial.occupancy ?? { users: 0, accounted: 0 };
    expect(users).toBe(10);
    expect(accounted / users).toBeGreaterThan(0.8);
  });

  it('names time that users spend on connecting, which is in no latency', async () => {
    const { server } = await makeCertificates();
    const context = createSecureContext(server);
    const { trial, codes } = await measure(
      {
        closes: true,
        tls: {
          ...server,
          SNICallback: (_name, done) => void setTimeout(() => done(null, context), 200),
        },
      },
      4,
      'model: closed, warmUp: 0s, requests: 60',
      ', tls: {verify: false, server-name: orders.internal}',
    );
    expect(codes).toEqual(['outside-requests']);
    const [missing] = trial.occupancy?.missing ?? [];
    expect(trial.client.verdict).not.toBe('ok');
    if (trial.client.verdict === 'suspect') {
      expect(trial.client.reasons).toContain(missing?.sentence);
    }
  });

  it('names users that a ramp-up starts within the window', async () => {
    const { codes } = await measure(
      { delayMs: 5 },
      20,
      'model: closed, rampUp: 10, warmUp: 100ms, duration: 1500ms',
    );
    expect(codes).toContain('users-not-running');
  });
});
