import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { startWirebench } from '../support/command-line.ts';
import { startAgent, startController, withoutNats } from '../support/machines.ts';
import { patience } from '../support/patience.ts';
import { descendants, isAlive } from '../support/processes.ts';

/** A server that takes its time, says when it was asked, and outlives the controller. */
async function slowServer() {
  const askedAt: number[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/thing') return void response.end();
    askedAt.push(performance.now());
    setTimeout(() => response.end('{"is":"there"}'), 20);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, askedAt };
}

const experiment = (port: number, load: string) => `wirebench: 1
name: Left
service:
  rest: {address: "http://127.0.0.1:${port}"}
  requests: {thing: {rest: {path: /thing}}}
factors: {protocol: [rest], shape: [thing], users: [4]}
load: {model: closed, warmUp: 0s, ${load}}
`;

describe.skipIf(withoutNats !== null)(
  `what machines measured when their controller died${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is fetched by the next one, to the request', { timeout: 4 * patience }, async () => {
      const { port, askedAt } = await slowServer();
      const first = await startController(experiment(port, 'duration: 10m'), 2);
      const agents = [
        await startAgent(first.joining, 'north'),
        await startAgent(first.joining, 'south'),
      ];
      await first.run.until('stderr', /at \d+ s/);
      const below = descendants(first.run.child.pid ?? 0);
      first.run.child.kill('SIGKILL');
      await Promise.all(agents.map((agent) => agent.until('stderr', /the load is stopped/)));
      await expect
        .poll(() => below.filter(({ pid }) => isAlive(pid)), { timeout: patience })
        .toEqual([]);
      const requests = askedAt.length;

      const second = await startController(experiment(port, 'requests: 40'), 2, ['--json'], first);
      const { code, stdout } = await second.run.ended;
      expect(code).toBe(0);
      expect(resultDocumentSchema.parse(JSON.parse(stdout)).trials[0]?.requests.ok).toBe(40);
      const list = await startWirebench(first.home, ['list', '--json']).ended;
      const runs = z
        .array(z.object({ id: z.string(), status: z.string() }))
        .parse(JSON.parse(list.stdout));
      expect(runs.map(({ status }) => status)).toEqual(['completed', 'interrupted']);
      const shown = await startWirebench(first.home, ['show', runs[1]?.id ?? '', '--json']).ended;
      const [trial] = resultDocumentSchema.parse(JSON.parse(shown.stdout)).trials;
      expect(trial?.notes.join(' ')).toContain('was fetched later');
      // Every request that the service was asked but the one before the load, which checks it: those that were under
      // way when the load stopped were waited for.
      const { issued, abandoned } = trial?.accounting ?? { issued: 0, abandoned: 0 };
      expect(issued + abandoned).toBe(requests - 1);
      // Some 8 s of silence came after the last second that the first controller stored.
      expect(trial?.window.seconds).toBeGreaterThan(6);
    });
  },
);
