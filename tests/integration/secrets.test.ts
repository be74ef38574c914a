import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { openEngine } from '../../engine/api/engine.ts';
import { wirebench } from '../support/command-line.ts';
import { type OwnService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitMs } from '../support/timeouts.ts';

const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

/** One for each way in, so that a finding names its source. */
const secrets = {
  IN_HEADER: 'header-7f3a"<&>',
  IN_BODY: 'body-91bc "q"',
  IN_PATH: 'path-c0de/ü',
  IN_BASIC: 'basic-5a5a:x',
  IN_CLIENT: 'client-e1e1+/=',
  IN_SERVER: 'server-b00b\nsecond-line-of-it',
};
const token = 'token-4d4d-4d4d-4d4d';

/** A secret as an attacker could find it. */
function formsOf(secret: string): string[] {
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const bytes = Buffer.from(secret);
  const all = [
    ...secret.split('\n'),
    json(secret),
    json(json(secret)),
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
  ];
  return all.filter((form) => form.length >= 8);
}

const everySecret = [...Object.values(secrets), token, `me:${secrets.IN_BASIC}`].flatMap(formsOf);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Occurrences of secrets in a folder, byte by byte; in archives, too. */
function foundIn(folder: string): string[] {
  return filesBelow(folder).flatMap((path) => {
    const bytes = readFileSync(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const readings = isPacked ? [bytes, gunzipSync(bytes)] : [bytes];
    return everySecret
      .filter((form) => readings.some((reading) => reading.includes(form)))
      .map((form) => `${form} in ${path}`);
  });
}

/** Echoes every request, and writes it down. */
const echo = `
import { createServer } from 'node:http';
console.log('told ' + process.env.TOLD);
createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => { body += piece; });
  request.on('end', () => {
    const all = JSON.stringify({ url: request.url, headers: request.headers, body, told: process.env.TOLD });
    console.log(all);
    response.setHeader('x-echo', encodeURIComponent(all));
    response.statusCode = request.url.startsWith('/fails') ? 500 : 200;
    response.end(all);
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
`;

const forms = {
  rest: (place: string) => `rest: {path: "/${place}/\${IN_PATH}", body: {secret: "\${IN_BODY}"}}`,
  soap: (place: string) =>
    `soap: {path: "/${place}/\${IN_PATH}", body: '<secret>\${IN_BODY}</secret>'}`,
};

const experiment = (
  tokenUrl: string,
  auth: string,
  protocol: keyof typeof forms,
  client: string,
) => {
  const form = forms[protocol];
  return `wirebench: 1
name: Secrets
target: {start: {command: "node echo.mjs {{port}}", env: {TOLD: "\${IN_SERVER}"}}}
service:
  ${protocol}:
    address: "http://127.0.0.1:{{port}}"
    headers: {x-own: "\${IN_HEADER}"}
    auth: ${auth.replace('TOKEN_URL', tokenUrl)}
  requests:
    fine: {${form('fine')}}
    fails: {${form('fails')}}
    checked:
      ${form('checked')}
      checks: [{rest: {path: $.body}, soap: {xpath: //body}, equals: something else}, {header: x-echo, matches: ^a$}]
factors: {protocol: [${protocol}], shape: [fine, fails, checked], users: [2], client: [${client}]}
load: {model: closed, warmUp: 0s, requests: 20}
workers: 1
verify: all
`;
};

/** Ways that are tested with the library client. */
const byLibrary: readonly string[] = ['query', 'text'];

it.each([
  ['basic', 'rest', `{basic: {user: me, password: "\${IN_BASIC}"}}`],
  ['query', 'rest', `{api-key: {query: key, value: "\${IN_BASIC}"}}`],
  ['text', 'soap', `{ws-security: {user: me, password: "\${IN_HEADER}"}}`],
  ['digest', 'soap', `{ws-security: {user: me, password: "\${IN_BASIC}", type: digest}}`],
  [
    'oauth',
    'rest',
    `{oauth: {token-url: TOKEN_URL, client-id: me, client-secret: "\${IN_CLIENT}", credentials: body}}`,
  ],
] as const)(
  'a secret is written nowhere, whichever way it takes: %s',
  async (way, protocol, auth) => {
    Object.assign(process.env, secrets);
    const tokens = await ownHttpService(() => ({
      status: 200,
      body: JSON.stringify({ access_token: token, expires_in: 60 }),
    }));
    services.push(tokens);
    const [home, work, out] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, 'echo.mjs'), echo);
    const file = join(work, 'secrets.bench.yaml');
    const client = byLibrary.includes(way) ? 'library' : 'raw';
    writeFileSync(file, experiment(tokens.address, auth, protocol, client));
    const tried = await wirebench(home, ['try', file, '--allow-commands']);
    const ran = await wirebench(home, ['run', file, '--out', out]);
    const wired = await wirebench(home, ['wire', file, '--json']);
    const sized = await wirebench(home, ['sizes', file, '--json']);
    const again = await wirebench(home, [
      'export',
      'latest',
      '--format',
      'run',
      '--out',
      join(out, 'x.wbrun'),
    ]);
    for (const [name, { stdout, stderr }] of Object.entries({ tried, ran, wired, sized, again })) {
      writeFileSync(join(out, `${name}.txt`), stdout + stderr);
    }
    expect(again.code).toBe(0);
    // That there was something to hide: each way was used, and answers and log were returned.
    expect(tried.stdout).toContain('•••');
    const engine = await openEngine({ home });
    try {
      const [summary] = await engine.client.runs.list({ limit: 1 });
      const document = await engine.client.runs.get({ runId: summary?.id ?? '' });
      writeFileSync(join(out, 'document.json'), JSON.stringify(document));
      expect(document.trials.map(({ status }) => status)).toEqual([
        // The service's answer is no envelope, which its library detects without checks.
        client === 'library' && protocol === 'soap' ? 'failed' : 'completed',
        'failed',
        'failed',
      ]);
      expect(document.trials[0]?.log?.join()).toContain('told •••');
    } finally {
      await engine.close();
    }
    expect(foundIn(home)).toEqual([]);
    expect(foundIn(out)).toEqual([]);
  },
  waitMs,
);
