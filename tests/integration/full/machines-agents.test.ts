import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { newSeed } from '../../../engine/machines/keys.ts';
import { type CommandLine, script, startCommand } from '../../support/command-line.ts';
import { freePort } from '../../support/free-port.ts';
import { Cable, startAgent, startController, withoutNats } from '../../support/machines.ts';
import { portOf } from '../../support/port-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const counted = `wirebench: 1
name: Counted
factors: {protocol: rest, shape: small, users: 4}
load: {model: closed, warmUp: 0s, requests: 101}
`;
const someToken = `${newSeed()}.${'b'.repeat(43)}`;

/** Starts an agent that reads from its environment where to join. */
function waitingAgent(join: string, token: string): CommandLine {
  const env = { WIREBENCH_JOIN: join, WIREBENCH_TOKEN: token };
  return startCommand(temporaryFolder(), [script, 'agent', '--wait', '--threads', '1'], { env });
}

/** A proxy that drops the first few connections as the client begins to encrypt them. @returns its port. */
async function cutting(connections: number, port: number): Promise<number> {
  let left = connections;
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) socket.on('error', () => undefined);
    server.pipe(client);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    // A silent client, which only determines its own address, does not count.
    if (left === 0) client.pipe(server);
    else
      client.once('data', () => {
        left -= 1;
        client.destroy();
      });
  });
  return portOf(proxy);
}

describe.skipIf(withoutNats !== null)(
  `an agent that does not wait${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('joins although the server cuts it, as it does while it lets others in', async () => {
      const { run, port, joining } = await startController(counted, 1, ['--quiet']);
      const token = joining.at(-1) ?? '';
      const through = `127.0.0.1:${await cutting(3, port)}`;
      await startAgent(['agent', '--join', through, '--token', token], 'north');
      expect((await run.ended).code).toBe(0);
    });
  },
);

describe('an agent that waits', () => {
  it('says so once, and leaves when it is interrupted', async () => {
    const agent = waitingAgent(`127.0.0.1:${await freePort()}`, someToken);
    await agent.until('stderr', /Waiting for the controller/);
    agent.child.kill('SIGTERM');
    const { code, stderr } = await agent.ended;
    expect(code).toBe(130);
    expect(stderr.match(/Waiting/g)).toHaveLength(1);
    expect(stderr).not.toContain('CONTROLLER_UNREACHABLE');
  });

  it.skipIf(withoutNats !== null)(
    `joins when the controller can be reached${withoutNats ? `: ${withoutNats}` : ''}`,
    async () => {
      const { run, port, joining } = await startController(counted, 1, ['--quiet']);
      const cable = await Cable.to(port);
      cable.cut();
      const [, , join = '', , token = ''] = cable.through(joining);
      const agent = waitingAgent(join, token);
      await agent.until('stderr', /Waiting for the controller/);
      expect(run.child.exitCode).toBeNull();
      cable.mend();
      await agent.until('stderr', /has joined/);
      expect((await run.ended).code).toBe(0);
      agent.child.kill('SIGTERM');
      expect((await agent.ended).code).toBe(130);
    },
  );
});
