import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { protocols } from '../../contracts/words.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { type CommandLine, startWirebench, wirebench } from '../support/command-line.ts';
import { madeStack } from '../support/made-stack.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Starts services on free ports and waits until they print their addresses. */
async function startServices(home: string, args: readonly string[]) {
  const command = startWirebench(home, ['services', 'start', ...args]);
  onTestFinished(() => {
    command.child.kill('SIGKILL');
  });
  const [, target] = await command.until('stdout', /^target: (\{.*\})$/m);
  return { command, target: parse(target ?? '') as Record<string, string> };
}

async function interrupt(command: CommandLine): Promise<number | null> {
  command.child.kill('SIGINT');
  return (await command.ended).code;
}

function getSecurely(address: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(address, { ca: readFileSync(ca) }, (response) => resolve(text(response)))
      .on('error', reject)
      .end();
  });
}

describe('wirebench services start', () => {
  it('serves all protocols with their interface files until Ctrl-C', async () => {
    const all = ['--protocol', protocols.join(',')];
    const { command, target } = await startServices(temporaryFolder(), all);
    expect(Object.keys(target)).toEqual(protocols);
    const openApi = await fetch(`${target.rest}/openapi.json`);
    expect(await openApi.json()).toHaveProperty('openapi');
    const wsdl = await fetch(`${target.soap}/soap/product?wsdl`);
    expect(await wsdl.text()).toContain('definitions');
    expect(await interrupt(command)).toBe(0);
    await expect(fetch(`${target.rest}/health`)).rejects.toThrow();
  });

  it('serves in another stack what that offers, and says what it does not', async () => {
    await madeStack('echoes');
    const { command, target } = await startServices(temporaryFolder(), ['--stack', 'go']);
    expect(Object.keys(target)).toEqual(['rest', 'soap', 'grpc']);
    expect(await interrupt(command)).toBe(0);
    const wrong = ['services', 'start', '--stack', 'go', '--protocol', 'rsocket'];
    const { code, stderr } = await wirebench(temporaryFolder(), wrong);
    expect(code).not.toBe(0);
    expect(stderr).toContain('There is no rsocket service in Go');
  });

  it('serves with a certificate that the printed authority signed', async () => {
    const { command, target } = await startServices(temporaryFolder(), [
      '--tls',
      '--protocol',
      'rest',
    ]);
    const [, ca = ''] = await command.until('stdout', /^Certificate authority: (.+)$/m);
    expect(target.rest).toMatch(/^https:/);
    expect(await getSecurely(`${target.rest}/openapi.json`, ca)).toContain('openapi');
    expect(await interrupt(command)).toBe(0);
  });

  it('serves another workload with data of its own', async () => {
    const { command, target } = await startServices(temporaryFolder(), [
      ...['--workload', 'inventory', '--data', 'sizes.s=500', '--protocol', 'rest,graphql'],
      ...['--formats', 'negotiated', '--database', 'none'],
    ]);
    const schema = await (await fetch(`${target.graphql}/schema.graphql`)).text();
    expect(schema).toContain('The inventory workload');
    const { description } = workloadOf('inventory');
    const document = (await (await fetch(`${target.rest}/openapi.json`)).json()) as object;
    for (const { http } of Object.values(description.operations)) {
      expect(document).toHaveProperty(['paths', http.path]);
    }
    expect(JSON.stringify(document)).toContain('application/x-protobuf');
    expect(await interrupt(command)).toBe(0);
  });

  it('ends the other services when one port is taken', async () => {
    const home = temporaryFolder();
    const { command, target } = await startServices(home, ['--protocol', 'rest']);
    const { port } = new URL(target.rest ?? '');
    const again = await wirebench(home, ['services', 'start', '--port', port]);
    expect(again.stderr).toMatch(/address already in use|PORT_UNAVAILABLE/);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(await interrupt(command)).toBe(0);
  });
});
