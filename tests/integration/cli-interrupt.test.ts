import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ResultDocument, resultDocumentSchema } from '../../contracts/result.ts';
import { type CommandLine, startWirebench, wirebench } from '../support/command-line.ts';
import { smallExperiment } from '../support/experiments.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Starts a run that would take an hour. */
function startLongRun(home: string, more = ''): CommandLine {
  const file = join(home, 'long.bench.yaml');
  writeFileSync(file, smallExperiment({ protocols: 'rest', duration: '1h', more }));
  const command = startWirebench(home, ['run', file, '--json']);
  onTestFinished(() => {
    command.child.kill('SIGKILL');
  });
  return command;
}

/** Accepts connections and never answers, so that a run cannot finish what it has begun. */
async function startSilentServer(): Promise<number> {
  const server: Server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('an interrupt', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s stops the run, keeps and prints what was measured, and ends with 130',
    async (signal) => {
      const home = temporaryFolder();
      const command = startLongRun(home);
      await command.until('stderr', /^trial 1\/1 at \d+s: /m);
      command.child.kill(signal);
      const ended = await command.ended;
      expect(ended.stderr).toContain('Ctrl-C again leaves at once');
      expect(ended.code).toBe(130);
      const { run, trials } = resultDocumentSchema.parse(JSON.parse(ended.stdout));
      expect(run.status).toBe('stopped');
      expect(trials[0]?.requests.ok).toBeGreaterThan(0);
      const shown = await wirebench(home, ['show', 'latest', '--json']);
      expect((JSON.parse(shown.stdout) as ResultDocument).run.id).toBe(run.id);
    },
  );

  it('given twice leaves at once, whatever is still under way', async () => {
    const home = temporaryFolder();
    const port = await startSilentServer();
    const more = `target: {rest: "http://127.0.0.1:${port}"}\ntimeout: 1h\n`;
    const command = startLongRun(home, more);
    await command.until('stderr', /^trial 1\/1 .*: running/m);
    command.child.kill('SIGINT');
    await command.until('stderr', /Ctrl-C again/);
    // As a person does: press until it leaves.
    const pressing = setInterval(() => command.child.kill('SIGINT'), 50);
    const ended = await command.ended;
    clearInterval(pressing);
    expect(ended.code).toBe(130);
    const listed = JSON.parse((await wirebench(home, ['list', '--json'])).stdout);
    expect(listed).toHaveLength(1);
  });
});
