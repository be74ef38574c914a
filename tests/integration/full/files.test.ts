import { describe, expect, it } from 'vitest';
import type { ResultDocument } from '../../../contracts/result.ts';
import { engineRuns } from '../../support/engine-runs.ts';

const { runToEnd } = engineRuns();

interface Wanted {
  readonly protocols: string;
  readonly shape: string;
  readonly clients?: string;
  readonly fileBytes?: number;
}

const experiment = ({
  protocols,
  shape,
  clients = 'raw',
  fileBytes = 25_000_000,
}: Wanted) => `wirebench: 1
name: Files
workload: team
factors:
  protocol: [${protocols}]
  shape: [${shape}]
  client: [${clients}]
  users: [1]
load: {model: closed, requests: 1, warmUp: 0s}
workers: 1
verify: all
timeout: 60s
equivalence: skip
data: {fileBytes: ${fileBytes}}
`;

/** Every request was answered with the size and the SHA-256 of the file. */
function expectSound({ run, trials }: ResultDocument, requests: number): void {
  expect(run.status).toBe('completed');
  for (const { cell, errors, requests: counts } of trials) {
    expect({ cell, errors, ok: counts.ok }).toEqual({ cell, errors: [], ok: requests });
  }
}

/** Peak memory of each trial's service, in bytes. */
const memoryOf = ({ trials }: ResultDocument) =>
  trials.map(({ cell, server }) => ({ protocol: cell.protocol, bytes: server?.rssPeakBytes ?? 0 }));

const studied = 'rest, soap, grpc';

describe('a file', () => {
  it('of 25 MB goes through as one message, verified', async () => {
    const document = await runToEnd(experiment({ protocols: studied, shape: 'large' }));
    expect(document.trials).toHaveLength(3);
    expectSound(document, 1);
  });

  it('of 12 MB goes through as a stream, from applications’ libraries too', async () => {
    const clients = 'raw, library';
    const protocols = 'rest, rest-h2, rest-protobuf, grpc';
    // More than the libraries accept by default.
    const wanted = { protocols, shape: 'large-streamed', clients, fileBytes: 12_000_000 };
    const document = await runToEnd(experiment(wanted));
    expect(document.trials).toHaveLength(8);
    expectSound(document, 1);
  });

  it('is not for the library of SOAP to stream, which is said beforehand', async () => {
    const wanted = { protocols: 'soap', shape: 'large-streamed', clients: 'library' };
    await expect(runToEnd(experiment(wanted))).rejects.toThrow(/library client of soap/);
  });
});

it.each(['rest', 'soap', 'grpc'])(
  'a stream of 240 MB takes less memory over %s than the file has',
  async (protocol) => {
    const fileBytes = 240_000_000;
    const shape = `large-streamed:1, large-streamed:${fileBytes}`;
    const document = await runToEnd(experiment({ protocols: protocol, shape }));
    expectSound(document, 1);
    const memory = memoryOf(document).map(({ bytes }) => bytes);
    expect(memory).toHaveLength(2);
    expect(Math.min(...memory)).toBeGreaterThan(0);
    // A service that streams grows by what its heap holds before it is collected: 50 to 120 MB, whether the file has 100
    // or 400 MB. One that gathered the file would grow by all of it, or by four thirds of it in Base64.
    expect(Math.max(...memory) - Math.min(...memory)).toBeLessThan((fileBytes * 3) / 4);
  },
);
