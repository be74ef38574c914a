import { expect, it } from 'vitest';
import { clientKinds, protocols } from '../../contracts/words.ts';
import { cellsOf } from '../experiment/cells.ts';
import { calibrationExperiment } from './plan.ts';

it('a calibration has every driver, with and without TLS, by one worker', () => {
  const experiment = calibrationExperiment(2, 0.25);
  expect(experiment).toMatchObject({
    load: { model: 'closed', warmUp: 250, duration: 2000 },
    ...{ workers: 1, pinning: 'auto' },
  });
  const cells = cellsOf(experiment);
  expect(cells).toHaveLength(protocols.length * clientKinds.length * 2);
  expect(
    new Set(cells.map(({ protocol, client, tls }) => `${protocol} ${client} ${tls}`)).size,
  ).toBe(cells.length);
  expect(new Set(cells.map(({ users, shape }) => `${users} ${shape}`))).toEqual(
    new Set(['50 small']),
  );
});
