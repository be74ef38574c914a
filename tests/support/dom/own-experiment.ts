import type { OwnExperiment } from '../../../renderer/actions/ownExperiment.ts';

/** An own service whose first request changes something. */
export const ownExperiment: OwnExperiment = {
  name: 'Shop',
  experiment: { text: 'wirebench: 1\n' },
  requests: [
    { name: 'change', protocols: ['soap', 'rest'], changes: true },
    { name: 'read', protocols: ['grpc', 'rest'], changes: false },
    { name: 'list', protocols: ['graphql'], changes: false },
  ],
};
