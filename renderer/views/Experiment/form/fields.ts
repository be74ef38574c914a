import type { Path } from '../document/path.ts';

/** A setting of the experiment file as the form shows it. */
export interface FieldSpec {
  readonly path: Path;
  readonly label: string;
  /** What the setting does, in a few words. */
  readonly help?: string;
  /** What holds when the file does not say; settings without one are required. */
  readonly fallback?: unknown;
}

/** Every setting of the file but those of the load, which depend on its model; a test compares them with the schema. */
export const fields = {
  name: { path: ['name'], label: 'Name' },
  description: { path: ['description'], label: 'Description', fallback: '' },
  workload: {
    path: ['workload'],
    label: 'Workload',
    help: 'a product that is sent and sent back',
    fallback: 'product',
  },
  study: {
    path: ['study'],
    label: 'Study',
    help: 'published tables to lay a run beside',
    fallback: '',
  },
  target: { path: ['target'], label: 'Target', fallback: 'bundled' },
  protocol: { path: ['factors', 'protocol'], label: 'Protocol' },
  shape: { path: ['factors', 'shape'], label: 'Shape', fallback: ['small'] },
  users: { path: ['factors', 'users'], label: 'Users', fallback: [10] },
  rate: { path: ['factors', 'rate'], label: 'Rate', help: 'requests per second' },
  tls: { path: ['factors', 'tls'], label: 'TLS', fallback: ['off'] },
  client: { path: ['factors', 'client'], label: 'Client', fallback: ['raw'] },
  // The surroundings are in the cells only where the file lists them, so that they have no default.
  gateway: { path: ['factors', 'gateway'], label: 'Gateway', fallback: '' },
  databaseKind: { path: ['factors', 'database'], label: 'Database', fallback: '' },
  network: { path: ['factors', 'network'], label: 'Network', fallback: '' },
  fieldsKind: { path: ['factors', 'fields'], label: 'Fields', fallback: '' },
  dates: { path: ['factors', 'dates'], label: 'Dates', fallback: '' },
  data: { path: ['data'], label: 'Data', fallback: {} },
  database: { path: ['database'], label: 'Database', fallback: {} },
  formats: { path: ['formats'], label: 'Formats', fallback: 'separate' },
  equivalence: { path: ['equivalence'], label: 'Equivalence', fallback: 'check' },
  energy: { path: ['energy'], label: 'Energy', fallback: {} },
  text: { path: ['text'], label: 'Characters', fallback: 'ascii' },
  model: { path: ['load', 'model'], label: 'Model' },
  connections: { path: ['connections'], label: 'Connections', fallback: 'per-user' },
  timeout: { path: ['timeout'], label: 'Timeout', help: 'per request', fallback: '10s' },
  repetitions: {
    path: ['repetitions'],
    label: 'Repetitions',
    help: 'trials per cell',
    fallback: 1,
  },
  order: { path: ['order'], label: 'Order', fallback: 'listed' },
  seed: {
    path: ['seed'],
    label: 'Seed',
    help: 'same seed, same payloads and order',
    fallback: 1,
  },
  verify: { path: ['verify'], label: 'Verify', fallback: 'sample' },
  workers: {
    path: ['workers'],
    label: 'Workers',
    help: 'threads; auto is one per core less one',
    fallback: 'auto',
  },
  resumption: {
    path: ['resumption'],
    label: 'Resumption',
    help: 'of TLS sessions by new connections',
    fallback: 'off',
  },
  pinning: { path: ['pinning'], label: 'Pinning', fallback: 'none' },
  thresholds: { path: ['thresholds'], label: 'Rules', fallback: [] },
} as const satisfies Record<string, FieldSpec>;
