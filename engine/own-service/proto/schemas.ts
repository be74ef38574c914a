import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { isTemplate } from '../../../workloads/own-service/template.ts';
import { nearestWord } from '../../experiment/wording.ts';

/** A method of a service: its path and its message types. */
export interface MethodFacts {
  readonly path: string;
  readonly request: string;
  readonly response: string;
  readonly stream: 'none' | 'response';
}

/** The message types and methods of a service, by its description. */
export class MessageSchemas {
  readonly root: protobuf.Root;
  /** Index among the service's schemas. */
  readonly index: number;

  constructor(root: protobuf.Root, index: number) {
    this.root = root;
    this.index = index;
  }

  /** @returns the methods of all services: `shop.v1.Orders/GetOrder`. */
  get methods(): string[] {
    return servicesIn(this.root).flatMap((service) =>
      service.methodsArray.map((method) => `${nameOf(service)}/${method.name}`),
    );
  }

  /** @throws WirebenchError SERVICE_INVALID */
  method(name: string): MethodFacts {
    const [service = '', methodName = ''] = name.replace(/^\//, '').split('/');
    const found = servicesIn(this.root).find((one) => nameOf(one) === service);
    const method =
      found && Object.hasOwn(found.methods, methodName) ? found.methods[methodName] : undefined;
    if (!method) throw invalid(unknownMethod(name, this.methods));
    method.resolve();
    const { requestStream, responseStream, resolvedRequestType, resolvedResponseType } = method;
    if (requestStream) {
      throw invalid(`${name} takes a stream of requests, which Wirebench does not send yet`);
    }
    if (!resolvedRequestType || !resolvedResponseType) throw invalid(`${name} has no messages`);
    return {
      path: `/${service}/${methodName}`,
      request: nameOf(resolvedRequestType),
      response: nameOf(resolvedResponseType),
      stream: responseStream ? 'response' : 'none',
    };
  }

  /** Checks a message against its type. @throws WirebenchError SERVICE_INVALID */
  check(type: string, message: Readonly<Record<string, unknown>>): void {
    // The values of a template are not known before the request.
    if (isTemplate(JSON.stringify(message))) return;
    try {
      protojson.fromJson(this.root.lookupType(type), message);
    } catch (cause) {
      throw invalid(`the message is no ${type}: ${messageOf(cause)}`, cause);
    }
  }
}

/** The types from their JSON. */
export function schemasIn(types: string, index: number): MessageSchemas {
  const root = protobuf.Root.fromJSON(JSON.parse(types));
  return new MessageSchemas(root.resolveAll() as protobuf.Root, index);
}

function invalid(message: string, cause?: unknown): WirebenchError {
  return new WirebenchError('SERVICE_INVALID', message, { cause });
}

/** Without the leading dot of protobufjs' full names. */
export const nameOf = ({ fullName }: { fullName: string }) => fullName.replace(/^\./, '');

export function servicesIn(namespace: protobuf.NamespaceBase): protobuf.Service[] {
  return namespace.nestedArray.flatMap((one) => {
    if (one instanceof protobuf.Service) return [one];
    return one instanceof protobuf.Namespace ? servicesIn(one) : [];
  });
}

const maxNamed = 20;

function unknownMethod(name: string, methods: readonly string[]): string {
  const near = nearestWord(name, methods);
  const shown = methods.slice(0, maxNamed).join(', ');
  const more = methods.length > maxNamed ? ` and ${methods.length - maxNamed} more` : '';
  return `there is no method ${name}${near ? `; did you mean ${near}?` : `: expected one of ${shown}${more}`}`;
}
