import { startRSocket } from '../../services/rsocket/rsocket.ts';
import type { RunningService, ServiceOptions } from '../../services/service.ts';
import type { Handlers } from '../../services/workloads/handlers.ts';
import {
  Conflict,
  InvalidInput,
  NotFound,
  PoolExhausted,
} from '../../services/workloads/refusals.ts';
import type { Message, WorkloadDescription } from '../../workloads/description.ts';
import { productWorkload } from '../../workloads/product/product.ts';

const { echo } = productWorkload.description.operations;
if (!echo) throw new TypeError('the product workload has no echo');
const operation = (field: string, stream: 'none' | 'response' = 'none') => ({
  ...echo,
  name: field,
  field,
  stream,
});

/** Routes of every kind over the product's message. */
export const everyKind: WorkloadDescription = {
  ...productWorkload.description,
  operations: {
    echo: operation('echo'),
    late: operation('late'),
    repeat: operation('repeat', 'response'),
    endless: operation('endless', 'response'),
    refuse: operation('refuse'),
    breakOff: operation('breakOff', 'response'),
  },
};

const refusals: Readonly<Record<string, (reason: string) => Error>> = {
  invalid: (reason) => new InvalidInput(reason),
  missing: (reason) => new NotFound(reason),
  twice: (reason) => new Conflict(reason),
  pool: (reason) => new PoolExhausted(reason),
  broken: (reason) => new Error(reason),
};

export interface EveryKindService extends RunningService {
  /** Requests answered so far. */
  readonly answered: () => number;
  /** Payloads requested from `endless` so far. */
  readonly made: () => number;
  /** Streams of `endless` that have been cancelled. */
  readonly ended: () => number;
  readonly complaints: readonly string[];
}

/**
 * Starts a service with the routes of {@link everyKind}: `late` answers in a later turn, `repeat`
 * three times, `endless` without end, `refuse` never (its message's id says why), `breakOff` once and
 * then with an error.
 */
export async function startEveryKind(
  options: Partial<ServiceOptions> = {},
): Promise<EveryKindService> {
  let [answered, made, ended] = [0, 0, 0];
  const complaints: string[] = [];
  const handlers: Handlers = {
    echo: (request: Message) => request,
    late: (request: Message) => Promise.resolve(request),
    repeat: (request: Message) => [request, request, request],
    *endless(request: Message) {
      try {
        for (;;) {
          made++;
          yield request;
        }
      } finally {
        ended++;
      }
    },
    refuse: (request: Message) => {
      throw (refusals[String(request.id)] ?? Error)(String(request.name));
    },
    async *breakOff(request: Message): AsyncGenerator<Message> {
      yield request;
      throw new NotFound('the rest');
    },
  };
  const service = await startRSocket({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    workload: everyKind,
    handlers,
    formats: 'separate',
    countAnswer: () => {
      answered++;
    },
    pause: (answer) => answer(),
    onClientError: (message) => complaints.push(message),
    ...options,
  });
  return {
    ...service,
    answered: () => answered,
    made: () => made,
    ended: () => ended,
    complaints,
  };
}
