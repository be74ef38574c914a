import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { wirebench } from '../../support/command-line.ts';
import { joinedBy, openNats, startControllerBy } from '../../support/existing-nats.ts';
import { withoutNats } from '../../support/machines.ts';
import { portOf } from '../../support/port-of.ts';
import { descendants, isAlive } from '../../support/processes.ts';

/** A server that takes its time, says when it was asked, and outlives the controller. */
async function slowServer() {
  const askedAt: number[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/thing') return void response.end();
    askedAt.push(performance.now());
    setTimeout(() => response.end('{"is":"there"}'), 20);
  });
  return { port: await portOf(server), askedAt };
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
    it('is fetched by the next one from a server that runs already, to the request', async () => {
      const nats = await openNats();
      const at = `nats://127.0.0.1:${nats.port}`;
      const start = async (text: string, args: readonly string[], home?: string) => {
        const started = await startControllerBy(at, text, ['--agents', '2', ...args], home);
        return { ...started, join: (name: string) => joinedBy(started.line, name) };
      };
      const { port, askedAt } = await slowServer();
      const first = await start(experiment(port, 'duration: 10m, thinkTime: 4ms'), []);
      const agents = [await first.join('north'), await first.join('south')];
      await first.run.until('stderr', /at \d+ s/);
      const below = descendants(first.run.child.pid ?? 0);
      first.run.child.kill('SIGKILL');
      await Promise.all(agents.map((agent) => agent.until('stderr', /the load is stopped/)));
      await expect.poll(() => below.filter(({ pid }) => isAlive(pid))).toEqual([]);

      const second = await start(experiment(port, 'requests: 40'), ['--json'], first.home);
      const { code, stdout, stderr } = await second.run.ended;
      expect(code, stdout + stderr).toBe(0);
      expect(resultDocumentSchema.parse(JSON.parse(stdout)).trials[0]?.requests.ok).toBe(40);
      const list = await wirebench(first.home, ['list', '--json']);
      const runs = z
        .array(z.object({ id: z.string(), status: z.string() }))
        .parse(JSON.parse(list.stdout));
      expect(runs.map(({ status }) => status)).toEqual(['completed', 'interrupted']);
      const shown = await wirebench(first.home, ['show', runs[1]?.id ?? '', '--json']);
      const [trial] = resultDocumentSchema.parse(JSON.parse(shown.stdout)).trials;
      expect(trial?.notes.join(' ')).toContain('was fetched later');
      // Every request that the service was asked but the one before the load, which checks it: those that were under
      // way when the load stopped were waited for.
      const { issued, abandoned } = trial?.accounting ?? { issued: 0, abandoned: 0 };
      // Those of the second run are known: counted by now, no request is still on its way.
      expect(issued + abandoned).toBe(askedAt.length - 1 - 41);
      // Some 8 s of silence came after the last second that the first controller stored.
      expect(trial?.window.seconds).toBeGreaterThan(6);
    });
  },
);
