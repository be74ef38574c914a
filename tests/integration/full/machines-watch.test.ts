import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { startWirebench } from '../../support/command-line.ts';
import { startAgent, startController, withoutNats } from '../../support/machines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const experiment = `wirebench: 1
name: Watched
factors: {protocol: rest, shape: small, users: 4}
load: {model: closed, warmUp: 1s, duration: 4s}
`;

/** A process that keeps a core busy until the test ends. */
function busyProcess(): number {
  const child = spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child.pid ?? 0;
}

describe.skipIf(withoutNats !== null)(
  `a machine beside the service that is watched${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is in the result on the time of the trial, and generates no load', async () => {
      const pid = busyProcess();
      const { run, joining } = await startController(experiment, 1, ['--json']);
      const watching = ['--watch', '--process', String(pid), '--container', 'no-such-container'];
      await startAgent([...joining, ...watching], 'beside');
      // Whoever watches is not one of the machines that the run waits for.
      await run.until('stderr', /Waiting for machines, 0 of 1/);
      await startAgent(joining, 'north');
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial?.machines?.map(({ name }) => name)).toEqual(['north']);
      const [beside, ...others] = trial?.watched ?? [];
      expect(others).toEqual([]);
      expect(beside).toMatchObject({
        name: 'beside',
        parts: [
          { kind: 'process', name: String(pid) },
          { kind: 'container', name: 'no-such-container' },
        ],
        missing: [],
      });
      expect(beside?.clockErrorMs).toBeGreaterThan(0);
      const points = beside?.points ?? [];
      expect(points.length).toBeGreaterThan(2);
      for (const [place, { at, cpuCores, memoryBytes, sockets, parts }] of points.entries()) {
        expect(at).toBeGreaterThan(points[place - 1]?.at ?? 0);
        expect(cpuCores).toBeGreaterThan(0);
        expect(cpuCores).toBeLessThanOrEqual((beside?.cores ?? 0) + 1);
        expect(memoryBytes).toBeGreaterThan(0);
        expect(sockets).toBeGreaterThan(0);
        expect(parts[0]).toMatchObject({ processes: 1 });
        expect(parts[0]?.cpuCores).toBeGreaterThan(0);
        expect(parts[0]?.memoryBytes).toBeGreaterThan(1e6);
        expect(parts[1]).toEqual({ cpuCores: null, memoryBytes: null, processes: 0 });
      }
      expect(beside?.measured?.looks).toBeGreaterThan(0);
      expect(beside?.measured?.parts[0]?.cpuCores?.max).toBeGreaterThan(0);
    });

    it('is asked for as the command line says', async () => {
      const { joining } = await startController(experiment, 1);
      const wrong = startWirebench(temporaryFolder(), [...joining, '--process', 'nginx']);
      const { code, stderr } = await wrong.ended;
      expect(code).toBe(2);
      expect(stderr).toContain('--process and --container go with --watch');
    });
  },
);
