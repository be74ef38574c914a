import type { z } from 'zod';
import { ownServiceProtocols } from '../../contracts/experiment/by-protocol.ts';
import { type Experiment, experimentFieldsSchema } from '../../contracts/experiment/experiment.ts';
import {
  type FactorName,
  factorNames,
  factorsSchema,
  protocolFactors,
} from '../../contracts/experiment/factors.ts';
import { isPlan, type Load, misplaced } from '../../contracts/experiment/load.ts';
import { levelFor } from '../../contracts/experiment/protocol-levels.ts';
import { serviceEndpoint } from '../../contracts/experiment/service.ts';
import { factsOf } from '../../contracts/experiment/setting.ts';
import { serversOf } from '../../contracts/experiment/target.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import { defaultStack } from '../../contracts/stacks.ts';
import type { Protocol } from '../../contracts/words.ts';
import { inSeries } from '../../metrics/format.ts';
import { isOffered, type OperationDescription } from '../../workloads/description.ts';
import { untakenValues } from '../../workloads/own-service/flow-values.ts';
import { listedShapes, planDoc, planHelp, planNotIn } from '../../workloads/plans.ts';
import { workloadIn } from '../../workloads/registry.ts';
import type { WorkloadContract } from '../../workloads/workload.ts';
import { addressPath, fitsTarget, placeOfServices, targetOf } from './schema-target.ts';

/** A fixed number of repetitions, or the fewest of those until decided. */
function repetitionsOf(
  repetitions: z.infer<typeof experimentFieldsSchema>['repetitions'],
): Pick<Experiment, 'repetitions' | 'untilDecided'> {
  return typeof repetitions === 'number'
    ? { repetitions, untilDecided: null }
    : { repetitions: repetitions.atLeast, untilDecided: repetitions };
}

/** The load model and its factor belong together. */
function loadFactor(experiment: z.infer<typeof experimentFieldsSchema>, context: z.RefinementCtx) {
  const { load, factors } = experiment;
  const wanted = load.model === 'closed' ? 'users' : load.model === 'open' ? 'rate' : null;
  for (const factor of ['users', 'rate'] as const) {
    if (factor === wanted || factors[factor] === undefined) continue;
    const why = wanted
      ? `${load.model} load has no ${factor}: its factor is factors.${wanted}`
      : `load of model ${load.model} sets its own levels: remove factors.${factor}`;
    const other = wanted && factors[wanted] === undefined ? wanted : undefined;
    misplaced(['factors', factor], why, context, other);
  }
  if (load.model !== 'open' || factors.rate || factors.users) return;
  const message = 'expected the requests per second of open load, such as [100, 200]';
  context.addIssue({ code: 'custom', path: ['factors', 'rate'], message });
}

/** The default shape of an experiment; under load `plan` the first use case. */
function defaultShape(workload: WorkloadContract, load: Load): string {
  const [first] = listedShapes(workload, isPlan(load));
  if (!first) throw new TypeError(`the workload ${workload.description.name} has no shapes`);
  return first.name;
}

/** Connections can only last as long as the units of the load model: users, iterations or requests. */
function fitsConnections(
  { load, connections, factors }: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const levels = (factors.connections ?? []).map((level, index) => ({
    path: ['factors', 'connections', index],
    words: level.split(/[ ,]+/),
  }));
  const places = [...levels, { path: ['connections'], words: [connections] }];
  if (load.model !== 'plan') {
    const message = `expected per-user, per-request, or {shared: NUMBER}: load of model ${load.model} has no iterations`;
    for (const { path, words } of places) {
      if (words.includes('per-iteration')) context.addIssue({ code: 'custom', path, message });
    }
  } else if (
    load.setUp === 'outside' &&
    places.some(({ words }) => words.includes('per-request'))
  ) {
    const message =
      'expected inside, since connections are per-request: opening one is then part of the request’s time';
    context.addIssue({ code: 'custom', path: ['load', 'setUp'], message });
  }
}

/** A setting is one value or a factor, and a level that differs by protocol needs a value for each listed one. */
function fitsFactors(
  experiment: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const { factors } = experiment;
  for (const name of protocolFactors) {
    const levels = factors[name];
    if (levels === undefined) continue;
    // Equal to the default where the key is missing.
    if (experiment[name] !== experimentFieldsSchema.shape[name].parse(undefined)) {
      const message = `expected ${name} once: factors.${name} lists its levels, so remove this key or that factor`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
    levels.forEach((level, index) => {
      const without = factors.protocol.filter((one) => levelFor(level, one) === undefined);
      if (without.length === 0) return;
      const message = `expected a value for ${inSeries(without)}, which factors.protocol lists`;
      context.addIssue({ code: 'custom', path: ['factors', name, index], message });
    });
  }
}

/** Under load `plan` a shape is a use case, or stages of shapes; every protocol must support it. */
function fitsPlan(
  experiment: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const workload = workloadIn(experiment);
  const { factors } = experiment;
  factors.shape?.forEach((shape, index) => {
    const path = ['factors', 'shape', index];
    if (planDoc(workload, shape) === null) {
      context.addIssue({ code: 'custom', path, message: planHelp(workload) });
      return;
    }
    const notIn = planNotIn(workload, shape);
    const without = factors.protocol.filter((protocol) => notIn.includes(protocol));
    if (without.length === 0) return;
    const message = `expected a use case that ${inSeries(without)} can do: an operation of ${shape} is not offered there`;
    context.addIssue({ code: 'custom', path, message });
  });
}

/**
 * Shapes must belong to the workload, and every protocol must offer their operations. A request of an own service is
 * measured over the protocols that it has a form for; each listed protocol needs one.
 */
function fitsShapes(
  experiment: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const workload = workloadIn(experiment);
  const { factors, service } = experiment;
  const offered = new Set<Protocol>();
  factors.shape?.forEach((shape, index) => {
    const operation = workload.operationOf(shape);
    const path = ['factors', 'shape', index];
    if (operation === null) {
      context.addIssue({ code: 'custom', path, message: workload.shapeHelp });
      return;
    }
    const over = factors.protocol.filter((protocol) => isOffered(operation, protocol));
    for (const protocol of over) offered.add(protocol);
    if (over.length === factors.protocol.length || (service && over.length > 0)) {
      fitsClient(experiment, operation, path, context);
      return;
    }
    const without = factors.protocol.filter((protocol) => !over.includes(protocol));
    const message = `expected a shape that ${inSeries(without)} can call: ${operation.name} is not offered there`;
    context.addIssue({ code: 'custom', path, message });
  });
  if (!service || !factors.shape || offered.size === 0) return;
  factors.protocol.forEach((protocol, index) => {
    if (offered.has(protocol)) return;
    const message = `expected a protocol that a listed shape has a form for: over ${protocol} none can be called`;
    context.addIssue({ code: 'custom', path: ['factors', 'protocol', index], message });
  });
}

/** Some libraries cannot stream requests. */
function fitsClient(
  { factors }: z.infer<typeof experimentFieldsSchema>,
  { stream, name }: OperationDescription,
  path: PropertyKey[],
  context: z.RefinementCtx,
): void {
  if (stream !== 'request') return;
  const whole = factors.protocol.find((one) => protocolFacts[one].libraryBuffersFiles);
  if (whole === undefined || !factors.client.includes('library')) return;
  const message = `expected a shape that the library client of ${whole} can send, or factors.client without library: ${name} streams its request, and that library sends whole messages only`;
  context.addIssue({ code: 'custom', path, message });
}

/** Shapes and data settings must belong to the workload. */
function fitsWorkload(
  experiment: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const workload = workloadIn(experiment);
  const { factors } = experiment;
  if (isPlan(experiment.load)) fitsPlan(experiment, context);
  else fitsShapes(experiment, context);
  const parsed = workload.data.safeParse(experiment.data);
  for (const issue of parsed.error?.issues ?? []) {
    const { code, message } = issue;
    const path = ['data', ...issue.path];
    // An unknown key stays in, so that its hint can be given.
    if (code === 'unrecognized_keys') context.addIssue({ code, message, path, keys: issue.keys });
    else context.addIssue({ code: 'custom', path, message });
  }
  const postgresAt = factors.database?.indexOf('postgres') ?? -1;
  if (postgresAt < 0 || experiment.database.url !== undefined) return;
  const message = 'expected an address under database.url, since factors.database lists postgres';
  context.addIssue({ code: 'custom', path: ['factors', 'database', postgresAt], message });
}

/** The processes of a service share no memory: each would have its own copy of changing data. */
function sharesData(
  { serviceWorkers, workload, factors }: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const { stack = [defaultStack], database = ['none'] } = factors;
  const keepsData = workload === 'store' || database.some((kind) => kind !== 'none');
  if (serviceWorkers === 1 || !stack.includes(defaultStack) || !keepsData) return;
  const message =
    'expected 1, since each process of a service on Node would keep data of its own: choose another workload, or factors.stack without node';
  context.addIssue({ code: 'custom', path: ['serviceWorkers'], message });
}

/** An own service replaces the workload, and some settings are for bundled services only. */
function fitsService(
  { service, workload, factors }: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  if (!service) return;
  if (workload !== 'product') {
    const message = 'expected either workload or service';
    context.addIssue({ code: 'custom', path: ['workload'], message });
  }
  for (const protocol of factors.protocol) {
    const isSecure = factors.tls.some((level) => level !== 'off');
    if (isSecure || !serviceEndpoint(service, protocol)?.tls) continue;
    const message = 'expected factors.tls: on, since without TLS there are no certificates';
    context.addIssue({ code: 'custom', path: ['service', protocol, 'tls'], message });
  }
  for (const { path, message } of untakenValues(service)) {
    context.addIssue({ code: 'custom', path, message });
  }
  const { flows = {} } = service;
  const isFlow = factors.shape?.map((shape) => Object.hasOwn(flows, shape)) ?? [];
  if (new Set(isFlow).size > 1) {
    const message =
      'expected either flows or requests and mixes: iterations of a flow and requests are not counted together, so give each an experiment of its own';
    context.addIssue({ code: 'custom', path: ['factors', 'shape'], message });
  }
  factors.protocol.forEach((protocol, index) => {
    if (ownServiceProtocols.includes(protocol)) return;
    const message = `expected a protocol in which your own service can be measured: ${ownServiceProtocols.join(', ')}`;
    context.addIssue({ code: 'custom', path: ['factors', 'protocol', index], message });
  });
  for (const name of factorNames.filter(isBundledOnly)) {
    if (factors[name] === undefined) continue;
    const message = `expected no ${name}, which is a factor of bundled services`;
    context.addIssue({ code: 'custom', path: ['factors', name], message });
  }
}

const isBundledOnly = (factor: FactorName) => factsOf(factorsSchema.shape[factor])?.bundledOnly;

/** The experiment file, version 1. Parsing yields the validated {@link Experiment}. */
export const experimentSchema = experimentFieldsSchema
  .superRefine((experiment, context) => {
    if (experiment.timeout < 1) {
      context.addIssue({ code: 'custom', path: ['timeout'], message: 'expected more than 0ms' });
    }
    loadFactor(experiment, context);
    fitsConnections(experiment, context);
    fitsFactors(experiment, context);
    fitsWorkload(experiment, context);
    sharesData(experiment, context);
    fitsService(experiment, context);
    const target = fitsTarget(experiment, context);
    if (target === 'bundled') return;
    for (const protocol of experiment.factors.protocol) {
      const address = target[protocol];
      if (experiment.service && !ownServiceProtocols.includes(protocol)) continue;
      if (address === undefined) {
        context.addIssue({
          code: 'custom',
          path: [experiment.service ? 'service' : 'target'],
          message: `expected an address for ${protocol}, which factors.protocol lists`,
        });
        continue;
      }
      if (protocolFacts[protocol].address === 'host:port') continue;
      const secure = address.startsWith('https:');
      for (const level of experiment.factors.tls) {
        if (secure === (level === 'off')) {
          context.addIssue({
            code: 'custom',
            path: addressPath(experiment, protocol),
            message: `factors.tls has "${level}", so expected an address with ${level === 'off' ? 'http:' : 'https:'}`,
          });
        }
      }
    }
  })
  .transform(
    (experiment): Experiment => ({
      ...experiment,
      ...repetitionsOf(experiment.repetitions),
      workload: experiment.service ? 'custom' : experiment.workload,
      target: targetOf(experiment),
      ...placeOfServices(experiment.target),
      servers: serversOf(experiment.target),
      // An unknown key among them was reported above, and must not prevent this.
      data: workloadIn(experiment).data.safeParse(experiment.data).data ?? {},
      connections:
        experiment.connections ?? (isPlan(experiment.load) ? 'per-iteration' : 'per-user'),
      factors: {
        ...experiment.factors,
        shape: experiment.factors.shape ?? [defaultShape(workloadIn(experiment), experiment.load)],
        users: experiment.load.model === 'closed' ? (experiment.factors.users ?? [10]) : undefined,
      },
    }),
  );
