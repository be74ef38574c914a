import { isLoopbackHost } from '../../contracts/experiment/addresses.ts';
import type { DescribedService, FoundService, SourceInput } from '../../contracts/found.ts';
import type { Protocol } from '../../contracts/words.ts';
import { readsByName } from '../../workloads/own-service/operation-meaning.ts';
import { type Pair, proposePairs } from '../../workloads/own-service/pairing.ts';
import { readTypedAddress } from '../../workloads/own-service/typed-address.ts';

/** A description read to make an experiment. */
export interface ReadDescription {
  readonly id: number;
  /** The source, such as an address or a file name. */
  readonly place: string;
  readonly services: readonly DescribedService[];
}

/** The changes that a reader has made to a sample: its text, and what it says; null while it is not YAML. */
export interface EditedCall {
  readonly text: string;
  readonly call: Readonly<Record<string, unknown>> | null;
}

/** The selection from the descriptions. */
export interface ServiceChoice {
  readonly descriptions: readonly ReadDescription[];
  /** Keys of operations. */
  readonly picked: ReadonlySet<string>;
  readonly edited: ReadonlyMap<string, EditedCall>;
  /** Addresses by the key of their service, where they are not those of the description. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Keys of operations that the reader has paired. */
  readonly pairs: readonly (readonly string[])[];
  /** Keys of those that the reader has taken out of pairs. */
  readonly apart: ReadonlySet<string>;
}

/** An operation as the list has it. */
export interface ListedOperation {
  readonly key: string;
  /** `GET /orders/{id}`, or its name where it has no path. */
  readonly label: string;
  readonly name: string;
  readonly protocol: Protocol;
  readonly doc: string;
  readonly changes: boolean;
}

/** A service of a description, as the list has it. */
export interface ListedService {
  readonly key: string;
  readonly description: ReadDescription;
  readonly service: DescribedService;
  readonly operations: readonly ListedOperation[];
}

const serviceKey = (description: ReadDescription, index: number) => `${description.id} ${index}`;
const operationKey = (service: string, index: number) => `${service} ${index}`;

/** All services of the descriptions, with their operations. */
export function listedServices(descriptions: readonly ReadDescription[]): ListedService[] {
  return descriptions.flatMap((description) =>
    description.services.map((service, index) => {
      const key = serviceKey(description, index);
      const operations = service.operations.map(({ name, label = name, doc, changes }, place) => ({
        key: operationKey(key, place),
        label,
        name,
        protocol: service.protocol,
        doc,
        changes,
      }));
      return { key, description, service, operations };
    }),
  );
}

/** Those that have every word of a search in their name or sentence. */
export function matchingOperations(
  operations: readonly ListedOperation[],
  search: string,
): readonly ListedOperation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return operations;
  return operations.filter(({ name, label, doc }) => {
    const text = `${label} ${name} ${doc}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Keys of what is picked of a description before the reader has chosen. */
export function pickedAtFirst(description: ReadDescription): string[] {
  return description.services.flatMap((service, index) =>
    service.picked.flatMap((picked, place) =>
      picked ? [operationKey(serviceKey(description, index), place)] : [],
    ),
  );
}

type Paired = Pick<ServiceChoice, 'descriptions' | 'pairs' | 'apart'>;

/** The operations of several protocols that are one request: the reader's pairs, then proposals. */
export function pairsOf({ descriptions, pairs, apart }: Paired): Pair[] {
  const services = listedServices(descriptions);
  if (new Set(services.map(({ service }) => service.protocol)).size < 2) return [];
  const all = services.flatMap(({ service: { protocol, operations }, operations: listed }) =>
    operations.flatMap((operation, index) => {
      const key = listed[index]?.key;
      return key === undefined ? [] : [{ key, protocol, operation }];
    }),
  );
  return proposePairs(all, { pairs, apart });
}

/** More pairs make the first answer late. */
const pairsAtFirst = 3;

/** Keys of the pairs that are measured before the reader has chosen: the first that only read. */
export function pairsPickedAtFirst(choice: Paired): string[] {
  const operations = new Map(
    listedServices(choice.descriptions).flatMap((one) =>
      one.operations.map((operation) => [operation.key, operation] as const),
    ),
  );
  const onlyReads = (key: string) => {
    const operation = operations.get(key);
    return operation !== undefined && (!operation.changes || readsByName(operation.name));
  };
  return pairsOf(choice)
    .filter(({ keys }) => keys.every(onlyReads))
    .slice(0, pairsAtFirst)
    .flatMap(({ keys }) => keys);
}

/** The reader's pairs and separations after two operations were paired: each stands in one pair, over a protocol once. */
export function withPair(
  choice: Paired,
  first: string,
  second: string,
): Pick<ServiceChoice, 'pairs' | 'apart'> {
  const services = listedServices(choice.descriptions);
  const protocols = new Map(
    services.flatMap(({ operations }) => operations.map(({ key, protocol }) => [key, protocol])),
  );
  const around = (key: string) =>
    pairsOf(choice).find(({ keys }) => keys.includes(key))?.keys ?? [key];
  const kept = around(first).filter(
    (key) => key === first || protocols.get(key) !== protocols.get(second),
  );
  const pair = [...new Set([...kept, second])];
  const others = choice.pairs
    .map((one) => one.filter((key) => !pair.includes(key)))
    .filter((one) => one.length > 1);
  return {
    pairs: protocols.get(first) === protocols.get(second) ? choice.pairs : [...others, pair],
    apart: new Set([...choice.apart].filter((key) => !pair.includes(key))),
  };
}

/** The same after a pair was taken apart: its operations are paired again only by the reader. */
export function withoutPair(
  { pairs, apart }: Paired,
  keys: readonly string[],
): Pick<ServiceChoice, 'pairs' | 'apart'> {
  return {
    pairs: pairs.filter((one) => !one.some((key) => keys.includes(key))),
    apart: new Set([...apart, ...keys]),
  };
}

/** Address of a service: the user's, or the description's; empty if neither has one. */
export function addressOf({ addresses }: ServiceChoice, { key, service }: ListedService): string {
  return addresses.get(key) ?? service.address ?? '';
}

/** The services with those operations whose keys pass, and with the reader's changes. */
function chosenServices(choice: ServiceChoice, test: (key: string) => boolean): FoundService[] {
  const pairs = new Map(
    pairsOf(choice).flatMap(({ keys }) => keys.map((key) => [key, keys[0] ?? key] as const)),
  );
  return listedServices(choice.descriptions).flatMap((listed) => {
    const { service } = listed;
    const operations = service.operations.flatMap((operation, index) => {
      const key = operationKey(listed.key, index);
      if (!test(key)) return [];
      const call = choice.edited.get(key)?.call ?? operation.call;
      return [{ ...operation, call, pair: pairs.get(key) ?? key }];
    });
    if (operations.length === 0) return [];
    const { picked: _picked, ...found } = service;
    return [{ ...found, address: addressOf(choice, listed).trim() || null, operations }];
  });
}

/** The picked operations, which the experiment measures. */
export function pickedServices(choice: ServiceChoice): FoundService[] {
  return chosenServices(choice, (key) => choice.picked.has(key));
}

/** One operation alone; null where there is none of this key. */
export function operationAlone(choice: ServiceChoice, key: string): FoundService | null {
  const [service] = chosenServices(choice, (one) => one === key);
  return service ? { ...service, remarks: [] } : null;
}

/** Why no experiment can be made yet, in a sentence; null if one can. */
export function missingOf(choice: ServiceChoice): string | null {
  if (choice.picked.size === 0) return 'Pick at least one operation.';
  const listed = listedServices(choice.descriptions);
  const isUsed = ({ operations }: ListedService) =>
    operations.some(({ key }) => choice.picked.has(key));
  const homeless = listed.find((one) => isUsed(one) && addressOf(choice, one).trim() === '');
  if (homeless) return `Enter the address of the service in ${homeless.description.place}.`;
  const wrong = listed
    .flatMap(({ operations }) => operations)
    .find(({ key }) => choice.picked.has(key) && choice.edited.get(key)?.call === null);
  return wrong ? `The sample of ${wrong.name} is not YAML.` : null;
}

/** Kind of the typed text: an address if it looks like one, or if nothing else fits. */
export function typedAs(typed: string, inputs: readonly SourceInput[]): 'address' | 'text' {
  if (!inputs.includes('text')) return 'address';
  if (!inputs.includes('address')) return 'text';
  return /^\s*https?:\/\/\S+\s*$/i.test(typed) ? 'address' : 'text';
}

/** Purpose of a field for a source. */
export function typedLabel(inputs: readonly SourceInput[]): string {
  if (!inputs.includes('text')) return 'Address';
  return inputs.includes('address') ? 'Address, or its text' : 'Text';
}

/** The host of an address that may have to be confirmed; null for this machine, and for no address. */
export function remoteHostOf(address: string): string | null {
  const host = readTypedAddress(address)?.host ?? null;
  return host === null || isLoopbackHost(host) ? null : host;
}
