import { Document, isCollection, isScalar, visit } from 'yaml';
import { WirebenchError } from '../../contracts/errors.ts';
import { ownServiceProtocols } from '../../contracts/experiment/by-protocol.ts';
import type { WrittenCheck } from '../../contracts/experiment/checks.ts';
import { protocolFacts, protocolLabels } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import { type Pairable, proposePairs } from '../../workloads/own-service/pairing.ts';
import { maxFileLength } from '../experiment/document.ts';
import type { FoundOperation, FoundService } from './found.ts';

/** A request of the experiment: an operation that one or more protocols offer under the same name. */
interface DraftRequest {
  readonly name: string;
  readonly doc: string;
  readonly changes: boolean;
  readonly calls: ReadonlyMap<Protocol, FoundOperation>;
}

/** Turns `getOrder`, `shop.v1.Orders/GetOrder` and `GET /orders/{id}` into names of requests. */
function requestName(operation: string): string {
  const method = /^\/?[\w.]+\/(\w+)$/.exec(operation)?.[1] ?? operation;
  const words = method
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, 80).replace(/^-+|-+$/g, '') || 'request';
}

/** The common key of `getOrder`, `GetOrder` and `get-order`. */
const keyOf = (operation: string) => requestName(operation).replaceAll('-', '');

/** Which operations are one request, by their keys: as given, else as proposed. */
function groupsOf(operations: readonly Pairable[]): Map<string, string> {
  const groups = new Map<string, string>();
  for (const { key, operation } of operations) {
    if (operation.pair !== undefined) groups.set(key, `given ${operation.pair}`);
  }
  for (const { keys } of proposePairs(operations.filter(({ key }) => !groups.has(key)))) {
    for (const key of keys) groups.set(key, `proposed ${keys[0]}`);
  }
  return groups;
}

/** Operations as requests: those of several protocols that are the same in one. */
function merged(services: readonly FoundService[]): DraftRequest[] {
  const all = services
    .flatMap(({ protocol, operations }) => operations.map((operation) => ({ protocol, operation })))
    .map((one, index): Pairable => ({ ...one, key: String(index) }));
  const groupOf = groupsOf(all);
  const groups = new Map<string, { name: string; calls: Map<Protocol, FoundOperation> }>();
  const names = new Set<string>();
  for (const { key, protocol, operation } of all) {
    const group = groupOf.get(key) ?? key;
    const known = groups.get(group);
    if (known && !known.calls.has(protocol)) {
      known.calls.set(protocol, operation);
      continue;
    }
    const wanted = requestName(operation.name);
    let name = wanted;
    for (let next = 2; names.has(name); next++) name = `${wanted}-${next}`;
    names.add(name);
    groups.set(known ? key : group, { name, calls: new Map([[protocol, operation]]) });
  }
  return [...groups.values()].map(({ name, calls }) => ({
    name,
    calls,
    doc: oneLine([...calls.values()].find(({ doc }) => doc !== '')?.doc ?? ''),
    changes: [...calls.values()].some(({ changes }) => changes),
  }));
}

/** Text that fits into a comment or a sentence. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length <= 300 ? line : `${line.slice(0, 299).toWellFormed()}…`;
}

/** Checks of all protocols; each limited to its protocol where the request has several. */
function checksOf({ calls }: DraftRequest): readonly WrittenCheck[] {
  return [...calls].flatMap(([protocol, { checks }]) =>
    calls.size === 1 ? checks : checks.map((check) => ({ [protocol]: check })),
  );
}

const isUrl = (protocol: Protocol) => protocolFacts[protocol].address === 'url';

/** Merges several descriptions of one protocol. @throws WirebenchError SERVICE_INVALID for two addresses. */
function joined(services: readonly FoundService[]): FoundService[] {
  return ownServiceProtocols.flatMap((protocol) => {
    const of = services.filter((service) => service.protocol === protocol);
    return of.length === 0 ? [] : [of.reduce(joinTwo)];
  });
}

function joinTwo(first: FoundService, second: FoundService): FoundService {
  const both = (a: FoundService, b: FoundService, address: string | null): FoundService => ({
    protocol: first.protocol,
    address,
    ...(first.secure === undefined && second.secure === undefined
      ? {}
      : { secure: first.secure === true || second.secure === true }),
    endpoint: joinEndpoints(first, second),
    operations: [...a.operations, ...b.operations],
    remarks: [...a.remarks, ...b.remarks],
  });
  const known = first.address ?? second.address;
  if (known === null || (second.address ?? known) === known) return both(first, second, known);
  const origin = isUrl(first.protocol) ? new URL(known).origin : known;
  if (isUrl(first.protocol) && new URL(second.address ?? known).origin === origin) {
    return both(withPaths(first, origin), withPaths(second, origin), origin);
  }
  throw new WirebenchError(
    'SERVICE_INVALID',
    `two addresses for ${protocolFacts[first.protocol].label}, ${first.address} and ${second.address}: an experiment measures one service in each protocol`,
  );
}

function joinEndpoints(first: FoundService, second: FoundService): FoundService['endpoint'] {
  const keys = new Set([...Object.keys(first.endpoint), ...Object.keys(second.endpoint)]);
  const join = (a: unknown, b: unknown) => {
    if (a === undefined || b === undefined) return a ?? b;
    if (typeof a === 'object' && !Array.isArray(a)) return { ...a, ...(b as object) };
    return [...new Set([a, b].flat())];
  };
  return Object.fromEntries(
    [...keys].map((key) => [key, join(first.endpoint[key], second.endpoint[key])]),
  );
}

/** The path relative to the origin of its address. */
function withPaths(service: FoundService, origin: string): FoundService {
  if (service.address === null) return service;
  const base = service.address.slice(origin.length).replace(/\/+$/, '');
  const operations = service.operations.map((operation) => ({
    ...operation,
    call: { ...operation.call, path: `${base}${operation.call.path ?? ''}` || '/' },
  }));
  return { ...service, address: origin, operations };
}

const isSecure = ({ protocol, address, secure }: FoundService) =>
  secure ?? (isUrl(protocol) && (address ?? '').startsWith('https:'));

/** Whether an experiment with TLS, or without, can measure a service. */
function canMeasure(service: FoundService, secure: boolean): boolean {
  const isKnown = isUrl(service.protocol) || service.secure !== undefined;
  return !isKnown || isSecure(service) === secure;
}

/** The measured part: protocols with the same kind of connection, and all requests that one of them offers. */
function measured(services: readonly FoundService[], requests: readonly DraftRequest[]) {
  const secure = services.some(isSecure);
  const protocols = services
    .filter((service) => canMeasure(service, secure))
    .map(({ protocol }) => protocol);
  const shapes = requests.filter(({ calls }) => protocols.some((protocol) => calls.has(protocol)));
  return { protocols, secure, shapes };
}

/** What a drafted experiment does not measure of what it was given, in sentences that say why. */
export function notMeasured(found: readonly FoundService[]): string[] {
  const services = joined(found).filter(({ operations }) => operations.length > 0);
  const secure = services.some(isSecure);
  return services
    .filter((service) => !canMeasure(service, secure))
    .map(({ protocol, address }) => {
      const { label } = protocolFacts[protocol];
      return `${label} at ${oneLine(address ?? '')} is not measured: it is without TLS and another service is with it, and an experiment measures with one or the other. Measure it by itself, or give both addresses with TLS.`;
    });
}

export interface DraftOptions {
  readonly name?: string;
}

/**
 * The text of an experiment that measures a service by its descriptions, with all given operations.
 * @throws WirebenchError SERVICE_INVALID when there are none, too many, or two addresses for a protocol.
 */
export function draftExperiment(
  found: readonly FoundService[],
  { name }: DraftOptions = {},
): string {
  const services = joined(found).filter(({ operations }) => operations.length > 0);
  const requests = merged(services);
  const missing = notMeasured(found);
  const { protocols, secure, shapes } = measured(services, requests);
  if (requests.length === 0) {
    throw new WirebenchError('SERVICE_INVALID', 'no operation was found that can be measured');
  }
  const document = new Document(
    {
      wirebench: 1,
      name:
        oneLine(name ?? '')
          .slice(0, 100)
          .toWellFormed()
          .trim() || `My service over ${protocolLabels(protocols)}`,
      service: {
        ...Object.fromEntries(services.map((service) => [service.protocol, endpointOf(service)])),
        requests: Object.fromEntries(requests.map((one) => [one.name, written(one)])),
      },
      factors: {
        protocol: protocols,
        shape: shapes.map((shape) => shape.name),
        users: [10],
        ...(secure ? { tls: ['on'] } : {}),
      },
      // Short, since it is repeated until the answer is known.
      load: { model: 'closed', warmUp: '500ms', duration: '1s' },
      repetitions: { until: 'decided' },
    },
    { aliasDuplicateObjects: false },
  );
  layOut(document, found, services, missing);
  const text = document.toString({ lineWidth: 110, flowCollectionPadding: false });
  if (text.length <= maxFileLength) return text;
  throw new WirebenchError(
    'SERVICE_INVALID',
    `the experiment would have ${text.length} characters, and a file has at most ${maxFileLength}`,
    { hint: 'Pick fewer operations by name.' },
  );
}

function endpointOf({ protocol, address, endpoint }: FoundService): Record<string, unknown> {
  return { address: address ?? protocolFacts[protocol].example, ...endpoint };
}

function written(request: DraftRequest): Record<string, unknown> {
  const { doc, changes, calls } = request;
  const checks = checksOf(request);
  return {
    ...(doc === '' ? {} : { doc }),
    ...(changes ? { changes } : {}),
    ...Object.fromEntries([...calls].map(([protocol, { call }]) => [protocol, call])),
    ...(checks.length === 0 ? {} : { checks }),
  };
}

/** Formats short values on one line, and adds notes for the reader. */
function layOut(
  document: Document,
  found: readonly FoundService[],
  services: readonly FoundService[],
  missing: readonly string[],
): void {
  const remarks = [
    ...new Set([...missing, ...found.flatMap((service) => service.remarks)].map(oneLine)),
  ];
  const more = remarks.length > 20 ? [`And ${remarks.length - 20} more remarks.`] : [];
  const lines = [
    'Try each request once: npx wirebench try FILE. Measure: npx wirebench run FILE.',
    ...remarks.slice(0, 20),
    ...more,
  ];
  document.commentBefore = lines.map((line) => ` ${line}`).join('\n');
  for (const { protocol } of services.filter(({ address }) => address === null)) {
    const node = document.getIn(['service', protocol, 'address'], true);
    if (isScalar(node)) node.comment = ' where is it?';
  }
  const flow = (node: unknown) => {
    if (isCollection(node)) node.flow = true;
  };
  flow(document.get('load'));
  flow(document.get('repetitions'));
  visit(document, {
    Seq: (_key, node) => {
      if (node.items.every((item) => isScalar(item))) flow(node);
    },
    Pair: (_key, { key, value }) => {
      const ofShort = isScalar(key) && (key.value === 'checks' || key.value === 'multipart');
      if (ofShort && isCollection(value)) {
        for (const item of value.items) flow(item);
      }
    },
  });
}

/** Number of operations picked by default. */
const maxPicked = 20;

export interface Picked {
  readonly services: readonly FoundService[];
  /** A sentence about omitted operations; null if there are none. */
  readonly leftOut: string | null;
}

/**
 * Picks operations by name, or the read-only ones.
 * @throws WirebenchError ARGUMENT_INVALID for an unknown name.
 */
export function pickOperations(
  services: readonly FoundService[],
  names: readonly string[] = [],
): Picked {
  if (names.length > 0) return { services: pickNamed(services, names), leftOut: null };
  const all = services.flatMap(({ operations }) => operations);
  const reading = new Set<string>();
  const changing = new Set<string>();
  for (const { name, changes } of all) (changes ? changing : reading).add(keyOf(name));
  // If none is read-only, a request given on the command line itself is picked.
  const allowed = new Set([...reading].filter((key) => !changing.has(key)).slice(0, maxPicked));
  if (allowed.size === 0) {
    const known = [...new Set(all.map(({ name }) => name))];
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      known.length === 0
        ? 'no operation was found that can be measured'
        : 'every operation changes what the service holds, so none is picked by itself',
      known.length === 0 ? {} : { hint: `Name those that you want: ${listed(known)}` },
    );
  }
  const isPicked = ({ name }: FoundOperation) => allowed.has(keyOf(name));
  const picked = services.map((service) => ({
    ...service,
    operations: service.operations.filter(isPicked),
  }));
  const total = new Set(all.map(({ name }) => keyOf(name))).size;
  const left = total - allowed.size;
  const changed =
    changing.size > 0 ? `, ${changing.size} of them because they change something` : '';
  return {
    services: picked,
    leftOut: left === 0 ? null : `${left} of ${total} operations left out${changed}.`,
  };
}

function pickNamed(services: readonly FoundService[], names: readonly string[]): FoundService[] {
  const known = [
    ...new Set(services.flatMap(({ operations }) => operations.map(({ name }) => name))),
  ];
  for (const name of names) {
    if (known.some((one) => keyOf(one) === keyOf(name))) continue;
    throw new WirebenchError('ARGUMENT_INVALID', `there is no operation ${name}`, {
      hint: `Expected one of: ${listed(known)}`,
    });
  }
  const keys = new Set(names.map(keyOf));
  return services.map((service) => ({
    ...service,
    operations: service.operations.filter(({ name }) => keys.has(keyOf(name))),
  }));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 30).map(oneLine).join(', ');
  return names.length > 30 ? `${shown} and ${names.length - 30} more` : shown;
}
