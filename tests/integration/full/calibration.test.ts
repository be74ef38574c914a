import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Calibration,
  type CalibrationEvent,
  calibrationSchema,
} from '../../../contracts/calibration.ts';
import { clientKinds, protocols } from '../../../contracts/words.ts';
import { openStore } from '../../../engine/store/store.ts';
import { startWirebench, wirebench } from '../../support/command-line.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { descendants } from '../../support/processes.ts';

const seconds = 0.2;
const state = engineRuns();

/** Calibrates until `react` stops it. @returns whether it was completed. */
async function calibrate(
  react: (event: CalibrationEvent) => Promise<'leave' | 'stay'> = async () => 'stay',
): Promise<boolean> {
  for await (const event of await state.engine.client.calibration.run({ seconds })) {
    if (event.type === 'end') return true;
    if ((await react(event)) === 'leave') break;
  }
  return false;
}

/** Protocol, client and TLS of each ceiling. */
const named = ({ ceilings }: Calibration) =>
  new Set(ceilings.map(({ protocol, client, tls }) => `${protocol} ${client} ${tls}`));
const everyDriver = new Set(
  protocols.flatMap((protocol) =>
    clientKinds.flatMap((client) => [false, true].map((tls) => `${protocol} ${client} ${tls}`)),
  ),
);

describe('a calibration', () => {
  it('ends when the engine closes, and leaves no process running', async () => {
    const ended = await calibrate(async () => {
      await state.engine.close();
      return 'stay';
    });
    expect(ended).toBe(false);
    const services = descendants(process.pid).filter(({ command }) =>
      /services.main/.test(command),
    );
    expect(services).toEqual([]);
  });
});

/** As if the worker had been the limit everywhere, which a busy machine may prevent. */
function trusted(calibration: Calibration): Calibration {
  const ceilings = calibration.ceilings.map((ceiling) => ({ ...ceiling, workerBound: true }));
  return { ...calibration, ceilings };
}

function keep(home: string, calibration: Calibration): void {
  const store = openStore(join(home, 'wirebench.db'));
  store.saveCalibration(calibration);
  store.close();
}

describe('wirebench calibrate', () => {
  it('measures every driver without a failed request, keeps it, and holds runs against it', async () => {
    const { engine, home } = state;
    expect(await engine.client.calibration.latest()).toBeNull();
    const command = ['calibrate', '--seconds', String(seconds), '--json'];
    const { code, stdout, stderr } = await wirebench(home, command);
    expect([code, stderr.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/^1\/28 rest raw, tls off: [\d,.]+ req\/s$/),
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

    keep(home, trusted(calibration));
    const { trials } = await state.runToEnd(smallExperiment({ protocols: 'graphql' }));
    const ceiling = calibration.ceilings.find(
      ({ protocol, client, tls }) => protocol === 'graphql' && client === 'raw' && !tls,
    );
    expect(trials.map(({ client }) => client.ceilingRps)).toEqual([ceiling?.throughputRps]);
  });

  it('ends with 130 when interrupted', async () => {
    const { engine, home } = state;
    const command = startWirebench(home, ['calibrate']);
    await command.until('stderr', /^1\/28 /m);
    command.child.kill('SIGINT');
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([130, '']);
    expect(await engine.client.calibration.latest()).toBeNull();
  });
});
