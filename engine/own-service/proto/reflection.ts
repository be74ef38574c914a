import protobuf from 'protobufjs';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { tlsRemedyIn } from '../../../contracts/experiment/own-tls.ts';
import { DescriptorCount } from './descriptor-count.ts';
import { decodeFile, dependenciesOf, type FileDescriptor, rootOfFiles } from './descriptor-set.ts';
import {
  type QuestionAsker,
  type ReflectedPlace,
  ReflectionConnection,
  ReflectionFault,
  statusWords,
} from './reflection-stream.ts';
import { wellKnownFile } from './well-known.ts';

export type { ReflectedPlace } from './reflection-stream.ts';

/** Time limit for reflection, in milliseconds. */
const longestMs = 20_000;
const maxServices = 2000;
const maxFiles = 5000;
/** Maximum number of concurrent questions. */
const atOnce = 32;

/** Newer first; their messages are the same. */
const versions = ['v1', 'v1alpha'];

/** The messages of both versions, as far as used. */
const { root: messages } = protobuf.parse(
  `syntax = "proto3";
  message Question { oneof of { string file_by_filename = 3; string file_containing_symbol = 4; string list_services = 7; } }
  message Files { repeated bytes file_descriptor_proto = 1; }
  message Named { string name = 1; }
  message Services { repeated Named service = 1; }
  message Refusal { int32 error_code = 1; string error_message = 2; }
  message Answer { Files files = 4; Services services = 6; Refusal refusal = 7; }`,
);
const questionType = messages.lookupType('Question');
const answerType = messages.lookupType('Answer');

type Question =
  | { fileByFilename: string }
  | { fileContainingSymbol: string }
  | { listServices: string };
interface Answer {
  readonly files?: { readonly fileDescriptorProto: readonly Uint8Array[] } | null;
  readonly services?: { readonly service: readonly { readonly name: string }[] } | null;
  readonly refusal?: { readonly errorCode: number; readonly errorMessage: string } | null;
}

async function answerTo(ask: QuestionAsker, question: Question): Promise<Answer> {
  const bytes = questionType.encode(questionType.create(question)).finish();
  const answer = await ask(Buffer.from(bytes));
  try {
    return answerType.decode(answer) as Answer;
  } catch (cause) {
    throw new ReflectionFault(`its answer cannot be read: ${messageOf(cause)}`, true);
  }
}

/** Collects the files of a service. */
class FileCollector {
  readonly files = new Map<string, FileDescriptor>();
  readonly refused: string[] = [];
  readonly #count = new DescriptorCount();
  readonly #ask: QuestionAsker;

  constructor(ask: QuestionAsker) {
    this.#ask = ask;
  }

  async #add(question: Question, what: string): Promise<void> {
    const { files, refusal } = await answerTo(this.#ask, question);
    if (refusal) {
      this.refused.push(`${what}: ${statusWords(refusal.errorCode, refusal.errorMessage)}`);
    }
    for (const bytes of files?.fileDescriptorProto ?? []) {
      let file: FileDescriptor;
      try {
        file = decodeFile(bytes, this.#count);
      } catch (cause) {
        throw new ReflectionFault(`its files cannot be read: ${messageOf(cause)}`, true);
      }
      this.files.set(file.name ?? '', file);
    }
    if (this.files.size > maxFiles) {
      throw new ReflectionFault(`it is made of more than ${maxFiles} files`, true);
    }
  }

  async #all(names: readonly string[], question: (name: string) => Question): Promise<void> {
    for (let at = 0; at < names.length; at += atOnce) {
      const some = names.slice(at, at + atOnce);
      await Promise.all(some.map((name) => this.#add(question(name), name)));
    }
  }

  async collect(services: readonly string[]): Promise<void> {
    await this.#all(services, (fileContainingSymbol) => ({ fileContainingSymbol }));
    const asked = new Set<string>();
    for (;;) {
      const missing = [...new Set([...this.files.values()].flatMap(dependenciesOf))].filter(
        (name) => !this.files.has(name) && !asked.has(name) && !wellKnownFile(name),
      );
      if (missing.length === 0) return;
      for (const name of missing) asked.add(name);
      await this.#all(missing, (fileByFilename) => ({ fileByFilename }));
    }
  }
}

async function readTypes(ask: QuestionAsker, address: string): Promise<protobuf.Root> {
  const listed = await answerTo(ask, { listServices: '' });
  if (listed.refusal) {
    const { errorCode, errorMessage } = listed.refusal;
    throw new ReflectionFault(statusWords(errorCode, errorMessage));
  }
  const names = (listed.services?.service ?? [])
    .map(({ name }) => name)
    .filter((name) => !/^grpc\.reflection\./.test(name));
  if (names.length === 0) throw new ReflectionFault('it names no services');
  if (names.length > maxServices) {
    throw new ReflectionFault(`it names more than ${maxServices} services`, true);
  }
  const collector = new FileCollector(ask);
  await collector.collect(names);
  if (collector.files.size === 0) {
    const refused = collector.refused.slice(0, 3).join('; ');
    throw new ReflectionFault(refused || 'it describes none of its services');
  }
  const hint = `It refused ${collector.refused.slice(0, 3).join('; ')}. Name .proto files as description instead.`;
  return rootOfFiles(collector.files.values(), `the reflection of ${address}`, hint);
}

const hints = {
  refused: 'Give it the headers that it asks for, in service.grpc.headers.',
  other: 'Turn on reflection in the service, or name its .proto files as description.',
};

/**
 * Requests a service's types by reflection, in version v1 (2023) or else v1alpha.
 * @throws WirebenchError SERVICE_INVALID, which names the attempts.
 */
export async function reflectTypes(place: ReflectedPlace): Promise<protobuf.Root> {
  const { address } = place;
  const tried: string[] = [];
  const connection = new ReflectionConnection(place, longestMs);
  try {
    for (const version of versions) {
      try {
        const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
        const { ask, end } = connection.converse(path);
        const root = await readTypes(ask, address);
        end();
        return root;
      } catch (error) {
        if (error instanceof WirebenchError) throw error;
        tried.push(`${version}: ${messageOf(error)}`);
        if (error instanceof ReflectionFault && error.isFinal) break;
      }
    }
  } finally {
    connection.close();
  }
  const why = tried.join('; ');
  const isRefused = /UNAUTHENTICATED|PERMISSION_DENIED|HTTP 40[13]/.test(why);
  throw new WirebenchError(
    'SERVICE_INVALID',
    `the gRPC service at ${address} did not list its methods by reflection (${why})`,
    { hint: tlsRemedyIn(why, 'grpc') ?? (isRefused ? hints.refused : hints.other) },
  );
}
