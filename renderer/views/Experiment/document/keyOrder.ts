/**
 * The order in which keys are written: that of the documentation, so that a key that the form
 * adds lands where a person would look for it.
 */
const keysOf: Record<string, readonly string[]> = {
  '': [
    'wirebench',
    'name',
    'description',
    'workload',
    'target',
    'factors',
    'text',
    'load',
    'connections',
    'repetitions',
    'order',
    'seed',
    'timeout',
    'verify',
    'workers',
    'resumption',
    'pinning',
    'thresholds',
  ],
  factors: ['protocol', 'shape', 'users', 'rate', 'tls', 'client'],
  load: [
    'model',
    'of',
    'method',
    'from',
    'to',
    'perSecond',
    'levels',
    'stages',
    'iterations',
    'interval',
    'schedule',
    'form',
    'setUp',
    'warmUpIterations',
    'rampUp',
    'warmUp',
    'duration',
    'requests',
    'hold',
    'round',
    'settle',
    'flatten',
    'objective',
    'precision',
    'final',
    'stopAt',
    'arrivals',
    'maxInFlight',
    'thinkTime',
  ],
  pinning: ['workers', 'services'],
  target: ['rest', 'soap', 'grpc'],
};

/** Where `key` belongs among its siblings; unknown keys come last. */
export function keyRank(parent: string, key: string): number {
  const keys = keysOf[parent] ?? [];
  const index = keys.indexOf(key);
  return index < 0 ? keys.length : index;
}
