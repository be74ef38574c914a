import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { serverIdentity } from '../../../engine/platform/tls/identity.ts';
import { agentBy, joinedBy, startControllerBy, startNats } from '../../support/existing-nats.ts';
import { freePort } from '../../support/free-port.ts';
import { startAgent, startController, withoutNats } from '../../support/machines.ts';
import { portOf } from '../../support/port-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const counted = `wirebench: 1
name: Counted
factors: {protocol: rest, shape: small, users: 8}
load: {model: closed, warmUp: 0s, requests: 2001}
`;

/** A proxy as firewalls have it: it leads to others by CONNECT alone. */
async function startProxy() {
  const wanted: string[] = [];
  const server = createServer((_, response) => void response.writeHead(403).end());
  server.on('connect', ({ url = '' }, near) => {
    wanted.push(url);
    const [host = '', port = ''] = url.split(':');
    const far = connect(Number(port), host, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      end.on('error', () => undefined);
      end.on('close', () => other.destroy());
    }
  });
  return { address: `http://127.0.0.1:${await portOf(server)}`, wanted };
}

function countedMachines(stdout: string): string[] {
  const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
  expect(trial?.status).toBe('completed');
  expect(trial?.requests.ok).toBe(2001);
  expect(trial?.accounting.serverCounted).toBe(trial?.accounting.issued);
  const { machines = [] } = trial ?? {};
  expect(machines.reduce((sum, machine) => sum + machine.requests.ok, 0)).toBe(2001);
  return machines.map(({ name }) => name);
}

describe.skipIf(withoutNats !== null)(
  `machines by WebSocket${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('join beside others, through a proxy', async () => {
      const port = await freePort();
      const { run, joining } = await startController(counted, 2, [
        ...['--json', '--quiet', '--listen-websocket', String(port)],
      ]);
      const [line] = await run.until('stderr', /wirebench agent --join wss:\S+ --token \S+/);
      expect(line).toContain(`wss://127.0.0.1:${port} `);
      const proxy = await startProxy();
      const env = { HTTPS_PROXY: proxy.address, NO_PROXY: '', no_proxy: '' };
      const [seed = '', fingerprint = ''] = (line.split(' ').at(-1) ?? '').split('.');
      const other = `${fingerprint.startsWith('A') ? 'B' : 'A'}${fingerprint.slice(1)}`;
      const foreign = await agentBy(line.replace(fingerprint, other), 'foreign', [], env).ended;
      expect(foreign.stderr).toContain('its certificate is different');
      expect(foreign.stderr).not.toContain(seed);
      expect(foreign.code).toBe(2);
      await startAgent(joining, 'by-tcp');
      await joinedBy(line, 'by-web', [], env);
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      expect(countedMachines(stdout)).toEqual(['by-tcp', 'by-web']);
      expect(new Set(proxy.wanted)).toEqual(new Set([`127.0.0.1:${port}`]));
    });

    it.each(['wss', 'ws'] as const)('join by a server that runs already: %s', async (scheme) => {
      const folder = temporaryFolder();
      const [port, webPort] = [await freePort(), await freePort()];
      const { ca, cert, key } = await serverIdentity(folder, ['127.0.0.1']);
      for (const [name, text] of Object.entries({ ca, cert, key })) {
        writeFileSync(join(folder, `${name}.pem`), text);
      }
      const files = ['cert', 'key'].map((name) => `${name}_file: "${join(folder, `${name}.pem`)}"`);
      const security = scheme === 'wss' ? `tls { ${files.join(', ')} }` : 'no_tls: true';
      await startNats(
        `listen: "127.0.0.1:${port}"
server_name: web
jetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }
websocket { listen: "127.0.0.1:${webPort}", ${security} }
`,
        port,
        folder,
      );
      const trust = scheme === 'wss' ? ['--nats-ca', join(folder, 'ca.pem')] : [];
      const { run, line } = await startControllerBy(`${scheme}://127.0.0.1:${webPort}`, counted, [
        ...['--agents', '1', '--json', '--quiet', ...trust],
      ]);
      await joinedBy(line, 'north');
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      expect(countedMachines(stdout)).toEqual(['north']);
    });
  },
);
