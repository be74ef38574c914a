import type { FieldSpec } from './fields.ts';

/** The settings inside `energy` and `database`; a test compares them with the schema. */
export const environmentFields = {
  url: {
    path: ['database', 'url'],
    label: 'Address',
    help: 'of PostgreSQL',
    fallback: '',
  },
  pool: {
    path: ['database', 'pool'],
    label: 'Pool',
    help: 'connections that the service holds',
    fallback: 10,
  },
  wait: {
    path: ['database', 'wait'],
    label: 'Wait',
    help: 'for a free connection, at most',
    fallback: '5s',
  },
  energySource: { path: ['energy', 'source'], label: 'Energy', fallback: 'auto' },
  wattsPerCore: {
    path: ['energy', 'wattsPerCore'],
    label: 'Power',
    help: 'watts of a busy core',
    fallback: 10,
  },
  interval: {
    path: ['energy', 'interval'],
    label: 'Sampling',
    help: 'between two readings',
    fallback: '1s',
  },
  baseline: {
    path: ['energy', 'baseline'],
    label: 'Baseline',
    help: 'left idle before the first trial; 0 for none',
    fallback: '3s',
  },
} as const satisfies Record<string, FieldSpec>;
