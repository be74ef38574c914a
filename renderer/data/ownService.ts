import type { DescribedService, FoundService, SourceInput } from '../../contracts/found.ts';
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
}

/** An operation as the list has it. */
export interface ListedOperation {
  readonly key: string;
  readonly name: string;
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
      const operations = service.operations.map(({ name, doc, changes }, place) => ({
        key: operationKey(key, place),
        name,
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
  return operations.filter(({ name, doc }) => {
    const text = `${name} ${doc}`.toLowerCase();
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

/** Address of a service: the user's, or the description's; empty if neither has one. */
export function addressOf({ addresses }: ServiceChoice, { key, service }: ListedService): string {
  return addresses.get(key) ?? service.address ?? '';
}

/** The services with those operations whose keys pass, and with the reader's changes. */
function chosenServices(choice: ServiceChoice, test: (key: string) => boolean): FoundService[] {
  return listedServices(choice.descriptions).flatMap((listed) => {
    const { service } = listed;
    const operations = service.operations.flatMap((operation, index) => {
      const key = operationKey(listed.key, index);
      if (!test(key)) return [];
      return [{ ...operation, call: choice.edited.get(key)?.call ?? operation.call }];
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
  const isHere = host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host ?? '');
  return isHere ? null : host;
}
