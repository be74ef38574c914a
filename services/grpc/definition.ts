import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON, loadSync, type PackageDefinition } from '@grpc/proto-loader';
import protobuf from 'protobufjs';
import { messageOf } from '../../contracts/errors.ts';
import type { Message, WorkloadDescription } from '../../workloads/description.ts';
import { protoText } from '../../workloads/interfaces/proto.ts';
import { protobufForm } from '../../workloads/messages/protobuf-form.ts';

const healthFile = fileURLToPath(new URL('../../proto/health.proto', import.meta.url));

/** A workload's interface for gRPC libraries; absent fields read as their defaults. */
export function loadPackage(workload: WorkloadDescription): PackageDefinition {
  const { root } = protobuf.parse(protoText(workload), { keepCase: false });
  return fromJSON(root.toJSON(), { defaults: true, longs: Number, enums: String });
}

/** Content of reflection: includes the health service, so that grpcurl can call it too. */
export function describedPackages(definitions: PackageDefinition): PackageDefinition {
  return { ...definitions, ...loadSync(healthFile) };
}

/** Converts each method's answers to the library's input. */
function responseForms({ operations }: WorkloadDescription) {
  const all = Object.values(operations);
  return new Map(all.map(({ method, response }) => [method, protobufForm(response)]));
}

/** Bytes that are not a message, with the decoder's error. */
export class Undecodable {
  readonly reason: string;
  constructor(cause: unknown) {
    this.reason = messageOf(cause);
  }
}

/**
 * The service as defined by proto-loader, except that undecodable bytes reach the handler, so that it can
 * answer INVALID_ARGUMENT and count them. Its answers are canonical messages.
 */
export function serviceDefinition(
  definitions: PackageDefinition,
  workload: WorkloadDescription,
): ServiceDefinition {
  const service = definitions[`${workload.package}.${workload.service}`] as ServiceDefinition;
  const forms = responseForms(workload);
  const tolerant = Object.entries(service).map(([name, method]) => {
    const { responseSerialize: write } = method;
    const formed = forms.get(name) ?? ((message: Message) => message);
    const responseSerialize = (message: Message) => write(formed(message));
    const requestDeserialize = (bytes: Buffer): unknown => {
      try {
        return method.requestDeserialize(bytes);
      } catch (error) {
        return new Undecodable(error);
      }
    };
    return [name, { ...method, requestDeserialize, responseSerialize }];
  });
  return Object.fromEntries(tolerant);
}
