import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConformDocument,
  conformDocumentSchema,
  conformWorkloads,
} from '../../../contracts/conform.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { serverIdentity } from '../../../engine/platform/tls/identity.ts';
import { startService } from '../../../engine/run/service-process.ts';
import { wirebench } from '../../support/command-line.ts';
import { conformance } from '../../support/conforming.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';
import { startWrongProduct } from '../../support/wrong-product.ts';

const measured: readonly Protocol[] = ['rest', 'soap', 'grpc'];
let home: string;
beforeAll(async () => {
  home = makeFolder();
  await serverIdentity(home);
});
afterAll(() => removeFolder(home));

/** The effect of TLS is the same for every workload. */
const checked = [
  ...conformWorkloads.map((workload) => [workload, 'off'] as const),
  ['product', 'tls1.3'] as const,
];

it.each(checked)('the bundled services of %s conform in everything, TLS %s', async (...about) => {
  const [workload, level] = about;
  const found = await Promise.all(
    measured.map((protocol) => conformance(home, { workload, protocol, level }, startService)),
  );
  const right = { level, differences: [], all: true };
  expect(found).toEqual(measured.map((protocol) => ({ protocol, ...right })));
});

const documentOf = (stdout: string): ConformDocument =>
  conformDocumentSchema.parse(JSON.parse(stdout));

describe('wirebench conform', () => {
  it('finds the faults of a service, and describes them', async () => {
    const service = await startWrongProduct();
    const address = `http://127.0.0.1:${service.port}`;
    const { code, stdout } = await wirebench(home, ['conform', '--rest', address, '--json']);
    expect(code).toBe(1);
    const { conforms, services } = documentOf(stdout);
    expect(conforms).toBe(false);
    const failed = services[0]?.checks.filter(({ outcome }) => outcome === 'failed') ?? [];
    const came = Object.fromEntries(failed.map((one) => [one.name, one.came]));
    expect(came).toEqual({
      'modify-astral': expect.stringMatching(/^description is ".*" instead of "🚀𠮷b𝄞😀a"$/),
      'modify-code-points': expect.stringContaining('instead of'),
      'modify-long-multibyte': expect.stringMatching(/^description is ".*" instead of ".*" at \d+/),
      ...Object.fromEntries(
        ['get', 'put', 'delete', 'patch'].map((method) => [
          `${method}-echo`,
          expect.stringMatching(/^status 404, .*statusCode/),
        ]),
      ),
      'get-modify': expect.stringContaining('status 404'),
      'id-number': expect.stringMatching(/^status 200, /),
      'other-type': expect.stringMatching(/^status 400, /),
      'no-end': 'keep-alive: timeout=5',
    });
    await service.stop();
  });

  it('draws differences, makes single checks, and leaves out what cannot be reached', async () => {
    const service = await startWrongProduct();
    const args = ['conform', '--rest', `http://127.0.0.1:${service.port}`];
    const right = await wirebench(home, [...args, '--check', 'echo', '--check', 'health']);
    expect(right.stdout).toMatch(/^REST at http:\S+, product: conforms; 2 passed\n$/);
    expect(right.code).toBe(0);
    const wrong = await wirebench(home, [...args, '--check', 'no-end']);
    expect(wrong.stdout).toContain('differs in 1 of 1 checks');
    expect(wrong.stdout).toMatch(
      /✗ no-end: .*\n +sent .*\n +expected .*\n +came +keep-alive: timeout=5\n/,
    );
    expect(wrong.code).toBe(1);
    await service.stop();
    const gone = await wirebench(home, ['conform', '--grpc', `127.0.0.1:${await freePort()}`]);
    expect(gone.stdout).toMatch(/differs in 1 of 1 checks; 0 passed, \d+ left out/);
    expect(gone.stdout).toContain('ECONNREFUSED');
    expect(gone.code).toBe(1);
  });

  it.each([
    [[], /say where it is/],
    [['--rest', '127.0.0.1:8080'], /expected an address such as http/],
    [['--grpc', 'http://127.0.0.1:8080'], /expected host:port/],
    [['--rest', 'http://192.0.2.1:8080'], /192\.0\.2\.1 has not been confirmed/],
    [['--rest', 'http://127.0.0.1:1', '--check', 'nothing'], /has no check of that name/],
    [['--rest', 'http://127.0.0.1:1', '--key', 'key.pem'], /belong together/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await wirebench(home, ['conform', ...args]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
