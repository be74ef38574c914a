import { isOffered, type WorkloadDescription } from '../../workloads/description.ts';
import type { Handler, Handlers, ResponseStreamHandler } from '../workloads/handlers.ts';
import { type JsonMessages, jsonMessages } from './json-messages.ts';

/** The operation of a route, with its interaction. */
export type RsocketRoute = Readonly<{ request: JsonMessages; response: JsonMessages }> &
  (
    | { readonly interaction: 'request-response'; readonly handle: Handler }
    | { readonly interaction: 'request-stream'; readonly handle: ResponseStreamHandler }
  );

/** The operations of a workload by route; those with request streams have none. */
export function routesOf(
  workload: WorkloadDescription,
  handlers: Handlers,
): ReadonlyMap<string, RsocketRoute> {
  const routes = new Map<string, RsocketRoute>();
  for (const operation of Object.values(workload.operations)) {
    const handle = handlers[operation.name];
    if (!handle || operation.stream === 'request' || !isOffered(operation, 'rsocket')) continue;
    const common = {
      request: jsonMessages(operation.request),
      response: jsonMessages(operation.response),
    };
    const route: RsocketRoute =
      operation.stream === 'response'
        ? { ...common, interaction: 'request-stream', handle: handle as ResponseStreamHandler }
        : { ...common, interaction: 'request-response', handle: handle as Handler };
    routes.set(operation.field, route);
  }
  return routes;
}
