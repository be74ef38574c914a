import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON, loadSync, type PackageDefinition } from '@grpc/proto-loader';
import protobuf from 'protobufjs';
import { messageOf } from '../../contracts/errors.ts';
import type { Message, WorkloadDescription } from '../../workloads/description.ts';
import { protoText } from '../../workloads/interfaces/proto.ts';
import { protobufForm } from '../../workloads/messages/protobuf-form.ts';

const healthFile = fileURLToPath(new URL('../../proto/health.proto', import.meta.url));

/** A workload's interface as gRPC's libraries understand it; absent fields read as their defaults. */
export function loadPackage(workload: WorkloadDescription): PackageDefinition {
  const { root } = protobuf.parse(protoText(workload), { keepCase: false });
  return fromJSON(root.toJSON(), { defaults: true, longs: Number, enums: String });
}

/** What reflection tells of: with the health service in it, grpcurl can call that too. */
export function describedPackages(definitions: PackageDefinition): PackageDefinition {
  return { ...definitions, ...loadSync(healthFile) };
}

/** What makes each method's answers what the library encodes. */
function responseForms({ operations }: WorkloadDescription) {
  const all = Object.values(operations);
  return new Map(all.map(({ method, response }) => [method, protobufForm(response)]));
}

/** Bytes that are no message, with the decoder's complaint. */
export class Undecodable {
  readonly reason: string;
  constructor(cause: unknown) {
    this.reason = messageOf(cause);
  }
}

/**
 * The service as proto-loader defines it, save that bytes which cannot be decoded reach the
 * handler: only so can they be answered with INVALID_ARGUMENT, and be counted. Its answers are
 * canonical messages.
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
