import type protobuf from 'protobufjs';
import { messageOf } from '../../../contracts/errors.ts';
import type { NamedFiles } from '../files.ts';
import type { FoundOperation, FoundService } from '../found.ts';
import { type ReadTypes, readProtoFiles } from './proto-files.ts';
import { type ReflectedPlace, reflectTypes } from './reflection.ts';
import { sampleMessage } from './sample.ts';
import { nameOf, servicesIn } from './schemas.ts';

/** Maximum methods of one description. */
const maxMethods = 5000;
const longestDoc = 300;

const readingName = /^(Get|BatchGet|List|Search|Watch|Check|Find|Read|Count|Describe)(?![a-z])/;

/** Whether a method is read-only by its options, or by its name. */
function onlyReads({ name, options, parsedOptions }: protobuf.Method): boolean {
  if (options?.idempotency_level === 'NO_SIDE_EFFECTS' || options?.idempotencyLevel === 1) {
    return true;
  }
  const all = (parsedOptions ?? []) as unknown as readonly Readonly<Record<string, unknown>>[];
  const rules = all.map((one) => one['(google.api.http)']);
  const isGet = (rule: unknown) => typeof rule === 'object' && rule !== null && 'get' in rule;
  return rules.some(isGet) || readingName.test(name);
}

/** The first sentence of a comment. */
function docOf({ comment }: protobuf.Method): string {
  const text =
    (comment ?? '')
      .split(/\n\s*\n/)[0]
      ?.replace(/\s+/g, ' ')
      .trim() ?? '';
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.slice(0, longestDoc);
}

/** The number of things of a kind, with the first of their names. */
function some(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return `${names.slice(0, 3).join(', ')}${more}`;
}

/** Operations of a service by its types. */
function describeTypes(
  { root, remarks }: ReadTypes,
  from: Pick<FoundService, 'address' | 'endpoint'>,
): FoundService {
  const all = servicesIn(root).flatMap((service) =>
    service.methodsArray.map((method) => ({ name: `${nameOf(service)}/${method.name}`, method })),
  );
  const streams = all.filter(({ method }) => method.requestStream).map(({ name }) => name);
  const operations: FoundOperation[] = [];
  const without: string[] = [];
  for (const { name, method } of all.slice(0, maxMethods)) {
    if (method.requestStream) continue;
    try {
      const { resolvedRequestType, resolvedResponseType } = method.resolve() as protobuf.Method;
      const gives = (resolvedResponseType?.fieldsArray ?? []).slice(0, 100).map((one) => one.name);
      if (!resolvedRequestType) throw new TypeError('its request is unknown');
      const message = sampleMessage(resolvedRequestType);
      operations.push({
        name,
        ...(gives.length > 0 ? { gives } : {}),
        doc: docOf(method),
        changes: !onlyReads(method),
        call: { method: name, message },
        checks: [],
      });
    } catch (cause) {
      without.push(
        `${name} is left out: no sample of its request can be made (${messageOf(cause)}).`,
      );
    }
  }
  const left = [...remarks, ...without];
  if (streams.length > 0)
    left.push(`Left out, as they take streams of requests: ${some(streams)}.`);
  if (all.length > maxMethods) left.push(`Only the first ${maxMethods} methods are offered.`);
  return { protocol: 'grpc', ...from, operations, remarks: left };
}

/** Operations in `.proto` files or descriptor sets. @throws WirebenchError SERVICE_INVALID */
export async function describeProto(
  files: NamedFiles,
  names: readonly string[],
  imports: readonly string[],
): Promise<FoundService> {
  const endpoint = { description: names, ...(imports.length > 0 ? { imports } : {}) };
  return describeTypes(await readProtoFiles(files, names, imports), { address: null, endpoint });
}

/**
 * The operations of a service by reflection.
 * @param address host and port. @param headers of each call. @param tls null for plain text.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function describeReflection(
  address: string,
  headers: Readonly<Record<string, string>>,
  tls: ReflectedPlace['tls'],
): Promise<FoundService> {
  const root = await reflectTypes({ address, headers, tls });
  return describeTypes({ root, remarks: [] }, { address, endpoint: {} });
}
