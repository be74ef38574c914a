import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { join } from 'node:path';
import grpc from '@grpc/grpc-js';
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader';
import axios from 'axios';
import soap from 'soap';
import type { Protocol } from '../../contracts/words.ts';
import { makeProduct } from '../../workloads/product/product.ts';
import type { TestService } from './service.ts';

const grpcService = 'wirebench.product.v1.ProductService';
const productProto = join(import.meta.dirname, '../../proto/product.proto');
const product = makeProduct({ operation: 'echo', length: 16 }, 'ascii', 1);

/** An application with a stopwatch: it calls a service through a library, without any part of Wirebench. */
export interface Application {
  call(): Promise<unknown>;
  close(): void;
}

/** Protocols that such an application was written for. */
export const timedProtocols = ['rest', 'soap', 'grpc'] as const satisfies Protocol[];
export type Timed = (typeof timedProtocols)[number];

type Place = Pick<TestService, 'host' | 'port'>;

const applications: Record<Timed, (service: Place) => Promise<Application>> = {
  rest: async ({ host, port }) => {
    const httpAgent = new http.Agent({ keepAlive: true });
    const url = `http://${host}:${port}/products/echo`;
    return {
      call: () => axios.post(url, product, { httpAgent, proxy: false }),
      close: () => httpAgent.destroy(),
    };
  },
  soap: async ({ host, port }) => {
    const httpAgent = new http.Agent({ keepAlive: true });
    const endpoint = `http://${host}:${port}/soap/product`;
    const client = await soap.createClientAsync(`${endpoint}?wsdl`, {}, endpoint);
    return {
      call: () => client.EchoAsync(product, { httpAgent, proxy: false }),
      close: () => httpAgent.destroy(),
    };
  },
  grpc: async ({ host, port }) => {
    const definition = loadSync(productProto)[grpcService] as ServiceDefinition;
    const Client = grpc.makeGenericClientConstructor(definition, 'ProductService');
    const client = new Client(`${host}:${port}`, grpc.credentials.createInsecure());
    return {
      call: () =>
        new Promise((resolve, reject) => {
          client.Echo?.(product, (error: Error | null, answer: unknown) =>
            error ? reject(error) : resolve(answer),
          );
        }),
      close: () => client.close(),
    };
  },
};

export const startApplication = (protocol: Timed, service: Place): Promise<Application> =>
  applications[protocol](service);

const plainApplications = {
  rest: ({ host, port }: Place): Application => {
    const agent = new http.Agent({ keepAlive: true });
    const url = `http://${host}:${port}`;
    const body = JSON.stringify(product);
    const headers = { 'content-length': Buffer.byteLength(body) };
    return {
      call: async () => {
        const request = http.request(url, { agent, method: 'POST', headers }).end(body);
        const [answer] = await once(request, 'response');
        await once(answer.resume(), 'end');
      },
      close: () => agent.destroy(),
    };
  },
  grpc: ({ host, port }: Place): Application => {
    const session = http2.connect(`http://${host}:${port}`);
    const noMessage = Buffer.alloc(5);
    const headers = {
      ':method': 'POST',
      ':path': `/${grpcService}/Echo`,
      'content-type': 'application/grpc',
      te: 'trailers',
    };
    return {
      call: async () => {
        const stream = session.request(headers).resume();
        stream.end(noMessage);
        await once(stream, 'end');
      },
      close: () => session.destroy(),
    };
  },
} satisfies Partial<Record<Timed, (service: Place) => Application>>;

/** An application that calls a service with Node's own means, without a library. */
export const startPlainApplication = (
  protocol: keyof typeof plainApplications,
  service: Place,
): Application => plainApplications[protocol](service);

/** @returns the times of `count` calls, in milliseconds: each of the users makes them one after the other. */
export async function stopwatchTimes(
  application: Application,
  count: number,
  users = 1,
): Promise<number[]> {
  const times: number[] = [];
  let begun = 0;
  const use = async () => {
    while (begun++ < count) {
      const start = performance.now();
      await application.call();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: users }, use));
  return times;
}

/** @returns the median time of `count` calls, one after the other, in milliseconds. */
export async function stopwatchMedian(application: Application, count: number): Promise<number> {
  const times = await stopwatchTimes(application, count);
  times.sort((a, b) => a - b);
  return times[Math.ceil(count / 2) - 1] ?? 0;
}
