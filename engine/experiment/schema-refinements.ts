import { z } from 'zod';
import { type Setting, settingsIn } from '../../contracts/experiment/settings.ts';
import { steadyWarmUpSchema } from '../../contracts/experiment/warm-up.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import { workloads } from '../../workloads/registry.ts';
import type { WorkloadContract } from '../../workloads/workload.ts';

type Json = Record<string, unknown>;

const amount = '\\d+(\\.\\d+)?';
const duration: Json = {
  type: ['string', 'number'],
  minimum: 0,
  pattern: `^\\s*(${amount}|(?=\\d)(${amount}h)?(${amount}m(?!s))?(${amount}s)?(${amount}ms)?)\\s*$`,
  examples: ['500ms', '20s', '3m', '1h20m', 20],
};
const share: Json = { pattern: `^\\s*${amount}\\s*%\\s*$`, examples: ['2%'] };

/** A duration, or the word or mapping of a warm-up until steady. */
function durationOrSteady(): Json {
  const options = { io: 'input', target: 'draft-07', unrepresentable: 'any' } as const;
  const { $schema: _, ...mapping } = z.toJSONSchema(steadyWarmUpSchema, options);
  return { anyOf: [duration, { const: 'steady' }, mapping] };
}

/** Completes the converted schemas of settings, whose values are parsed from texts. */
export function ofKind({ kind, fallback, isMapping }: Setting): Json {
  if (kind === 'duration') return isMapping ? durationOrSteady() : duration;
  return kind === 'share' ? { ...share, default: fallback } : {};
}

/** Addresses in the form of each protocol. */
const targets = Object.entries(protocolFacts).map(([protocol, { address, example }]) => {
  const pattern = address === 'url' ? { pattern: '^https?://[^\\s/]+' } : {};
  return [`target.${protocol}`, { ...pattern, examples: [example] }];
});

const contracts = Object.values(workloads);
const namesIn = (some: readonly WorkloadContract[]) =>
  some.flatMap(({ shapes }) => shapes.map(({ name }) => name));

/** A named shape, one that matches a pattern, or a list of them. */
function shapeLevels(names: readonly string[], pattern: string | undefined): Json {
  const shapes: Json[] = [
    { type: 'string', enum: [...new Set(names)] },
    ...(pattern === undefined ? [] : [{ type: 'string', pattern }]),
  ];
  const list = { type: 'array', minItems: 1, uniqueItems: true, items: { anyOf: shapes } };
  return { anyOf: [list, ...shapes] };
}
const window: Json = { oneOf: [{ required: ['duration'] }, { required: ['requests'] }] };

const without = (...keys: string[]): Json => ({
  not: { anyOf: keys.map((key) => ({ required: [key] })) },
});
const having = (key: string, value: string): Json => ({ [key]: { const: value } });

const going = (one: Setting['goesWith']): string[] =>
  settingsIn('load', 'search').flatMap(({ path, goesWith }) =>
    goesWith === one ? [path.slice('load.'.length)] : [],
  );

/** Arrivals need rates, and only users have think time. */
const unit: Json = {
  oneOf: [
    { properties: having('of', 'users'), ...without(...going('rate')) },
    { properties: having('of', 'rate'), required: ['of'], ...without(...going('users')) },
  ],
};
const method: Json = {
  oneOf: [
    { properties: having('method', 'doubling'), ...without(...going('bisection')) },
    {
      properties: having('method', 'bisection'),
      required: ['objective'],
      ...without(...going('doubling')),
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

/** Stages of a plan, composed of shapes: `user+centre/trips`. */
function stagesPattern(names: readonly string[], pattern: string | undefined): string {
  const own = pattern === undefined ? [] : [pattern.replace(/^\^|\$$/g, '')];
  const shape = `(?:${[...names, ...own].join('|')})`;
  return `^${shape}(?:[+/]${shape})*$`;
}

/** The shapes of a workload; under a plan also its use cases and stages. */
const shapesByWorkload = contracts.flatMap((contract): Json[] => {
  const { name } = contract.description;
  const required = name === 'product' ? [] : ['workload'];
  // An own service has other shapes, and no workload.
  const isIt = { required, properties: { workload: { const: name } }, ...without('service') };
  const planned = { required: ['load'], ...loadOf('plan') };
  const names = namesIn([contract]);
  const useCases = contract.useCases?.named.map((useCase) => useCase.name) ?? [];
  const having = (known: readonly string[], pattern: string | undefined) =>
    factors({ properties: { shape: shapeLevels(known, pattern) } });
  const stages = stagesPattern(names, contract.shapePattern);
  return [
    implies({ allOf: [isIt, { not: planned }] }, having(names, contract.shapePattern)),
    implies({ allOf: [isIt, planned] }, having([...names, ...useCases], stages)),
  ];
});

/** Constraints that refinements and transforms of the zod schema hide from its conversion, by path. */
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
  'load.objective': { examples: ['p99 < 50ms', 'errors < 1%'] },
  'factors.network': {
    examples: [['none', '30ms'], '30ms', '30ms~5ms', '30ms@100Mbit'],
  },
  'factors.shape': shapeLevels(namesIn(contracts), '^[A-Za-z0-9][\\w.:+/-]{0,199}$'),
  ...Object.fromEntries(targets),
  'thresholds.items': {
    examples: ['errors < 1%', 'p99 < 50ms when protocol = grpc', 'throughput > 1000'],
  },
};
