import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { experimentOf } from './read-experiment.ts';

/** Addresses of both protocols at which nothing need listen. */
export const remote = { rest: 'http://127.0.0.1:1/base', grpc: '127.0.0.1:2' };

/** A second of closed load over REST and gRPC. */
export const closedExperiment = (more: object = {}): Experiment =>
  experimentOf({
    wirebench: 1,
    name: 't',
    factors: { protocol: ['rest', 'grpc'] },
    load: { model: 'closed', duration: '1s' },
    ...more,
  });
