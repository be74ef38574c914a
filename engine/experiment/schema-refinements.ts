import { workloads } from '../../contracts/workloads/registry.ts';
import type { WorkloadContract } from '../../contracts/workloads/workload.ts';

type Json = Record<string, unknown>;

const amount = '\\d+(\\.\\d+)?';
const duration: Json = {
  type: ['string', 'number'],
  minimum: 0,
  pattern: `^\\s*(${amount}|(?=\\d)(${amount}h)?(${amount}m(?!s))?(${amount}s)?(${amount}ms)?)\\s*$`,
  examples: ['500ms', '20s', '3m', '1h20m', 20],
};
const share: Json = { pattern: `^\\s*${amount}\\s*%\\s*$`, examples: ['2%'] };

const contracts = Object.values(workloads);
const namesIn = (some: readonly WorkloadContract[]) =>
  some.flatMap(({ shapes }) => shapes.map(({ name }) => name));

/** One of the named shapes or of those of a pattern, or a list of them. */
function shapeLevels(names: readonly string[], pattern: string | undefined): Json {
  const shapes: Json[] = [
    { type: 'string', enum: [...new Set(names)] },
    ...(pattern === undefined ? [] : [{ type: 'string', pattern }]),
  ];
  const list = { type: 'array', minItems: 1, uniqueItems: true, items: { anyOf: shapes } };
  return { anyOf: [list, ...shapes] };
}
const httpAddress: Json = { pattern: '^https?://[^\\s/]+', examples: ['http://host:8080'] };
const window: Json = { oneOf: [{ required: ['duration'] }, { required: ['requests'] }] };

const without = (...keys: string[]): Json => ({
  not: { anyOf: keys.map((key) => ({ required: [key] })) },
});
const having = (key: string, value: string): Json => ({ [key]: { const: value } });

/** Arrivals are those of rates, and only users think. */
const unit: Json = {
  oneOf: [
    { properties: having('of', 'users'), ...without('arrivals', 'maxInFlight') },
    { properties: having('of', 'rate'), required: ['of'], ...without('thinkTime') },
  ],
};
const method: Json = {
  oneOf: [
    { properties: having('method', 'doubling'), ...without('objective', 'precision') },
    {
      properties: having('method', 'bisection'),
      required: ['objective'],
      ...without('flatten'),
    },
  ],
};
const loadOf = (...models: string[]): Json => ({
  properties: {
    load: { type: 'object', required: ['model'], properties: { model: { enum: models } } },
  },
});
const factors = (rule: Json): Json => ({ properties: { factors: { type: 'object', ...rule } } });

const implies = (condition: Json, rule: Json): Json => ({ if: { not: condition }, else: rule });

/** A workload has its own shapes, and a plan its use cases besides. */
const shapesByWorkload = contracts.flatMap((contract): Json[] => {
  const { name } = contract.description;
  const required = name === 'product' ? [] : ['workload'];
  const isIt = { required, properties: { workload: { const: name } } };
  const planned = { required: ['load'], ...loadOf('plan') };
  const names = namesIn([contract]);
  const useCases = contract.useCases?.named.map((useCase) => useCase.name) ?? [];
  const having = (more: readonly string[]) =>
    factors({ properties: { shape: shapeLevels([...names, ...more], contract.shapePattern) } });
  return [
    implies({ allOf: [isIt, { not: planned }] }, having([])),
    implies({ allOf: [isIt, planned] }, having(useCases)),
  ];
});

/** What refinements and transforms of the zod schema hide from its conversion, by path. */
export const refinements: Record<string, Json> = {
  '': {
    allOf: [
      implies(loadOf('closed'), factors(without('rate'))),
      implies(loadOf('open'), factors({ required: ['rate'], ...without('users') })),
      implies(loadOf('ramp', 'steps', 'stages', 'search'), factors(without('users', 'rate'))),
      ...shapesByWorkload,
    ],
  },
  'load(closed)': window,
  'load(open)': window,
  'load(ramp)': unit,
  'load(steps)': unit,
  'load(stages)': unit,
  'load(search)': { allOf: [unit, method] },
  'load.warmUp': duration,
  'load.duration': duration,
  'load.thinkTime': duration,
  'load.hold': duration,
  'load.settle': duration,
  'load.round': duration,
  'load.final': duration,
  'load.stages.items.for': duration,
  'load.flatten': { ...share, default: '2%' },
  'load.precision': { ...share, default: '5%' },
  'load.objective': { examples: ['p99 < 50ms', 'errors < 1%'] },
  timeout: duration,
  'database.wait': duration,
  'energy.interval': duration,
  'energy.baseline': duration,
  'factors.network': {
    examples: [['none', '30ms'], '30ms', '30ms~5ms', '30ms@100Mbit'],
  },
  'factors.shape': shapeLevels(namesIn(contracts), '^[A-Za-z0-9][\\w.:-]{0,99}$'),
  'target.rest': httpAddress,
  'target.soap': httpAddress,
  'target.rest-h2': httpAddress,
  'target.rest-protobuf': httpAddress,
  'target.graphql': httpAddress,
  'target.grpc': { examples: ['host:50051'] },
  'thresholds.items': {
    examples: ['errors < 1%', 'p99 < 50ms when protocol = grpc', 'throughput > 1000'],
  },
};
