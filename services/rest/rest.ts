import { tellConnectionErrors } from '../connection-errors.ts';
import { listenBacklog, type RunningService, type ServiceOptions } from '../service.ts';
import { addProbes, createApp, neverTimeOut } from './app.ts';
import { addErrors } from './errors.ts';
import { addOperations } from './operations.ts';

/** Starts a workload as JSON over HTTP/1.1 on Fastify. */
export async function startRest(options: ServiceOptions): Promise<RunningService> {
  const app = createApp(options);
  neverTimeOut(app);
  tellConnectionErrors(app.server, options.onClientError);
  addErrors(app, options);
  addOperations(app, options, 'rest');
  addProbes(app, options);
  await app.listen({ host: options.host, port: options.port, backlog: listenBacklog });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was bound');
  return { port: address.port, stop: async () => app.close() };
}
