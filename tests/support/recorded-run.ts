import { expect } from 'vitest';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { startCountingTarget } from './counting-target.ts';
import { freePort } from './free-port.ts';
import { startAgent, startController } from './machines.ts';
import { recordedIn, recordingInto } from './recorder-logs.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * Runs an experiment on agents whose load workers write down each request.
 * @param factors and `load` of the text.
 * @returns with `counted`, the arrival times of requests at the service, in order.
 */
export async function recordedRun(agents: number, factors: string, load: string) {
  const host = '127.0.0.1';
  const port = await freePort();
  const target = await startCountingTarget(host, port);
  const folder = temporaryFolder();
  const experiment = target.experiment(factors, load);
  const { run, joining } = await startController(experiment, agents, ['--json', '--quiet']);
  const at = { env: recordingInto(folder), threads: 1 };
  await Promise.all(
    Array.from({ length: agents }, (_, place) => startAgent(joining, `machine-${place}`, at)),
  );
  const { code, stdout, stderr } = await run.ended;
  expect(code, stderr).toBe(0);
  const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
  if (!trial) throw new Error('no trial');
  const counted = [...(await target.cameAt()).values()].flat().sort((a, b) => a - b);
  return { trial, logs: recordedIn(folder), counted };
}
