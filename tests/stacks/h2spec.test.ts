import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../scripts/support/foreign-clients.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';

const program = programOf('h2spec');
const title = 'HTTP/2 as h2spec sees it';

let folder: string;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => removeFolder(folder));

interface Case {
  readonly '@_classname': string;
  readonly '@_package': string;
  readonly failure?: unknown;
  readonly error?: unknown;
}

/** The cases in which a server does not do what RFC 7540 asks for. */
async function failuresAt(port: number): Promise<string[]> {
  const report = join(folder, `${port}.xml`);
  const words = ['--host', '127.0.0.1', '--port', String(port), '--timeout', '5'];
  const child = spawn(program ?? '', [...words, '--junit-report', report], { stdio: 'ignore' });
  await once(child, 'close');
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => /^test/.test(name) });
  const { testsuites } = parser.parse(readFileSync(report, 'utf8')) as {
    testsuites: readonly {
      readonly testsuite: readonly { readonly testcase?: readonly Case[] }[];
    }[];
  };
  const cases = testsuites.flatMap(({ testsuite }) =>
    testsuite.flatMap(({ testcase = [] }) => testcase),
  );
  expect(cases.length).toBeGreaterThan(90);
  return cases
    .filter(({ failure, error }) => failure !== undefined || error !== undefined)
    .map((one) => `${one['@_package']}: ${one['@_classname']}`);
}

/** What Node's own server gets wrong: nobody here can help that. */
async function failuresOfNode(): Promise<string[]> {
  const server = createServer((request, response) => {
    request.resume();
    response.end('a');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await failuresAt((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

describe.skipIf(program === null)(program === null ? `${title}: h2spec is not here` : title, () => {
  it.each(['rest-h2', 'grpc'] as const)(
    '%s fails in nothing that bare Node does not',
    async (protocol) => {
      const known = await failuresOfNode();
      const service = await startService({ protocol });
      try {
        const found = await failuresAt(service.port);
        expect(found.filter((one) => !known.includes(one))).toEqual([]);
      } finally {
        await service.stop();
      }
    },
  );
});
