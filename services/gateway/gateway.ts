import type { GatewayStart } from '../../contracts/hop-messages.ts';
import type { RunningService } from '../service.ts';
import type { CountRequest } from './listening.ts';

/** Starts the gateway for what is below the protocol; loaded on demand. */
export async function startGateway(
  start: GatewayStart,
  countRequest: CountRequest,
): Promise<RunningService> {
  switch (start.transport) {
    case 'h1':
      return (await import('./http1.ts')).startHttp1Gateway(start, countRequest);
    case 'h2':
      return (await import('./http2.ts')).startHttp2Gateway(start, countRequest);
    case 'tcp':
      return (await import('./frames.ts')).startFrameGateway(start, countRequest);
  }
}
