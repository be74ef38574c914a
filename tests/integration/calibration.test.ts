import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Calibration,
  type CalibrationEvent,
  calibrationSchema,
} from '../../contracts/calibration.ts';
import { clientKinds } from '../../contracts/words.ts';
import { type Engine, openEngine } from '../../engine/api/engine.ts';
import { calibratedProtocols } from '../../engine/calibrate/plan.ts';
import { startWirebench, wirebench } from '../support/command-line.ts';
import { smallExperiment } from '../support/experiments.ts';
import { descendants } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const seconds = 0.2;
const busy = expect.objectContaining({ data: expect.objectContaining({ code: 'RUN_BUSY' }) });
let home: string;
let engine: Engine;

beforeEach(async () => {
  home = temporaryFolder();
  engine = await openEngine({ home });
});
afterEach(async () => {
  await engine.close();
});

/** Calibrates until `react` has had enough. @returns whether it came to its end. */
async function calibrate(
  react: (event: CalibrationEvent) => Promise<'leave' | 'stay'> = async () => 'stay',
): Promise<boolean> {
  for await (const event of await engine.client.calibration.run({ seconds })) {
    if (event.type === 'end') return true;
    if ((await react(event)) === 'leave') break;
  }
  return false;
}

/** Protocol, client and TLS of each ceiling. */
const named = ({ ceilings }: Calibration) =>
  new Set(ceilings.map(({ protocol, client, tls }) => `${protocol} ${client} ${tls}`));
const everyDriver = new Set(
  calibratedProtocols.flatMap((protocol) =>
    clientKinds.flatMap((client) => [false, true].map((tls) => `${protocol} ${client} ${tls}`)),
  ),
);

describe('a calibration', () => {
  it('keeps runs out until its caller has left, and then is not kept', async () => {
    const text = smallExperiment({ protocols: 'rest' });
    const start = () =>
      engine.client.runs.start({ text }).then(
        () => 'started',
        (error) => error,
      );
    let meanwhile: unknown;
    const ended = await calibrate(async () => {
      meanwhile = await start();
      return 'leave';
    });
    expect(ended).toBe(false);
    expect(meanwhile).toEqual(busy);
    await expect.poll(start).toBe('started');
    expect(await engine.client.calibration.latest()).toBeNull();
  });

  it('is refused while a run is in progress', async () => {
    const text = smallExperiment({ protocols: 'rest', duration: '60s' });
    const { runId } = await engine.client.runs.start({ text });
    await expect(calibrate()).rejects.toEqual(busy);
    await engine.client.runs.stop({ runId });
  });

  it('ends when the engine closes, and leaves no process behind', async () => {
    const ended = await calibrate(async () => {
      await engine.close();
      return 'stay';
    });
    expect(ended).toBe(false);
    const services = descendants(process.pid).filter(({ command }) =>
      /services.main/.test(command),
    );
    expect(services).toEqual([]);
  });
});

describe('wirebench calibrate', () => {
  it('measures every driver without a failed request, and keeps it', {
    timeout: 180_000,
  }, async () => {
    expect(await engine.client.calibration.latest()).toBeNull();
    const command = ['calibrate', '--seconds', String(seconds), '--json'];
    const { code, stdout, stderr } = await wirebench(home, command);
    expect([code, stderr.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/^1\/16 rest raw, tls off: [\d,.]+ req\/s$/),
    ]);
    const calibration = calibrationSchema.parse(JSON.parse(stdout));
    expect(named(calibration)).toEqual(everyDriver);
    expect(calibration).toMatchObject({ seconds });
    for (const { throughputRps, cpuUs, utilization } of calibration.ceilings) {
      expect(throughputRps).toBeGreaterThan(0);
      expect(cpuUs).toBeGreaterThan(0);
      expect(utilization).toBeGreaterThan(0);
      expect(utilization).toBeLessThanOrEqual(1);
    }
    expect(await engine.client.calibration.latest()).toEqual(calibration);
  });

  it('ends with 130 when interrupted', async () => {
    const command = startWirebench(home, ['calibrate']);
    await command.until('stderr', /^1\/16 /m);
    command.child.kill('SIGINT');
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([130, '']);
    expect(await engine.client.calibration.latest()).toBeNull();
  });

  it('refuses times that are none', async () => {
    const { code, stderr } = await wirebench(home, ['calibrate', '--seconds', '0.01']);
    expect(code).toBe(2);
    expect(stderr).toContain('from 0.2 to 60');
  });
});
