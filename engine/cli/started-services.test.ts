import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Protocol } from '../../contracts/words.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { databaseOption } from './service-options.ts';
import {
  describePlaces,
  firstDeath,
  offered,
  type ServicesOptions,
  startServices,
} from './started-services.ts';
import { surroundedBy } from './surroundings.ts';

const options = (part: Partial<ServicesOptions> = {}): ServicesOptions => ({
  ...{
    protocol: ['rest', 'grpc'],
    workload: 'product',
    database: databaseOption('none'),
    data: [],
  },
  ...{ formats: 'separate', stack: 'node', host: '127.0.0.1', port: 0 },
  ...part,
});
const failing = (code: string) => expect.objectContaining({ code });

/** Starts services whose processes note what is asked of them. */
async function starting(part: Partial<ServicesOptions> = {}, fails: readonly Protocol[] = []) {
  const asked: {
    stack: string;
    protocol: Protocol;
    port: number;
    tls: object | null;
    setup: object;
  }[] = [];
  const calls: string[] = [];
  const dies = new Map<Protocol, (reason: string) => void>();
  const start = async (
    stack: string,
    {
      protocol,
      port = 0,
      tls,
      setup,
    }: { protocol: Protocol; port?: number; tls: object | null; setup: object },
  ) => {
    asked.push({ stack, protocol, port, tls, setup });
    if (fails.includes(protocol)) throw new Error(`no ${protocol}`);
    return {
      port: port || 5000,
      stop: async () => calls.push(`stop ${protocol}`),
      onDeath: (hear: (reason: string) => void) => dies.set(protocol, hear),
    };
  };
  const within = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    home: temporaryFolder(),
  };
  const services = await surroundedBy(within, () =>
    startServices(options(part), start as never),
  ).catch((error: unknown) => error);
  return { services: services as Awaited<ReturnType<typeof startServices>>, asked, calls, dies };
}

describe('services', () => {
  it('have ports one after the other, or free ones', async () => {
    const ports = async (port: number) =>
      (await starting({ port })).asked.map((one) => [one.protocol, one.port]);
    expect(await ports(0)).toEqual([
      ['rest', 0],
      ['grpc', 0],
    ]);
    expect(await ports(7000)).toEqual([
      ['rest', 7000],
      ['grpc', 7001],
    ]);
    expect(await ports(65_534)).toEqual([
      ['rest', 65_534],
      ['grpc', 65_535],
    ]);
    expect((await starting({ port: 65_535 })).services).toEqual(failing('ARGUMENT_INVALID'));
  });

  it('get their settings', async () => {
    const data = [{ path: ['users'], value: 7 }];
    const { asked, services } = await starting({
      workload: 'store',
      protocol: ['rest'],
      data,
      database: databaseOption('sqlite'),
    });
    expect(asked).toMatchObject([
      {
        stack: 'node',
        tls: null,
        setup: { data: { users: 7 }, database: { kind: 'sqlite', url: null } },
      },
    ]);
    expect(services.map(({ protocol }) => protocol)).toEqual(['rest']);
    const wrong = await starting({ workload: 'store', data: [{ path: ['none'], value: 1 }] });
    expect([wrong.services, wrong.asked]).toEqual([failing('ARGUMENT_INVALID'), []]);
  });

  it('have a certificate with TLS', async () => {
    const { asked } = await starting({ protocol: ['rest'], tls: true });
    expect(asked[0]?.tls).toMatchObject({
      cert: expect.stringContaining('BEGIN CERTIFICATE'),
      key: expect.stringContaining('KEY'),
      clientCa: null,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.3',
    });
  });

  it('are started all or none', async () => {
    const { services, calls } = await starting({}, ['grpc']);
    expect([services, calls]).toEqual([new Error('no grpc'), ['stop rest']]);
    const unbuilt = await starting({ stack: 'rust', formats: 'negotiated' });
    expect([unbuilt.services, unbuilt.asked]).toEqual([failing('SERVICE_START_FAILED'), []]);
  });

  it('end with the first that dies', async () => {
    const { services, dies } = await starting();
    const death = firstDeath(services);
    dies.get('grpc')?.('was ended by SIGKILL');
    await expect(death).rejects.toThrow(
      expect.objectContaining({
        code: 'SERVICE_DIED',
        message: 'The grpc service was ended by SIGKILL.',
      }),
    );
  });

  it('are those that a stack offers, unless none is', () => {
    expect(offered(options({ protocol: ['rest', 'soap', 'grpc'] })).protocol).toEqual([
      'rest',
      'soap',
      'grpc',
    ]);
    expect(
      offered(options({ stack: 'go', protocol: ['rest', 'rsocket', 'grpc'] })).protocol,
    ).toEqual(['rest', 'grpc']);
    expect(offered(options({ stack: 'go', protocol: ['rsocket'] })).protocol).toEqual(['rsocket']);
  });

  it('are described for an experiment file', () => {
    const places = [
      {
        protocol: 'rest',
        target: 'http://127.0.0.1:7000',
        interfaceFile: 'http://127.0.0.1:7000/openapi.json',
      },
      { protocol: 'grpc', target: '127.0.0.1:7001', interfaceFile: '/proto' },
    ] as const;
    const text = describePlaces(places, false);
    expect(text).toMatch(/^protocol +address +interface file\nrest +http:\/\/127\.0\.0\.1:7000 /);
    expect(text).toMatch(
      /\n\nIn an experiment file:\ntarget: \{rest: "http:\/\/127\.0\.0\.1:7000", grpc: "127\.0\.0\.1:7001"\}\n$/,
    );
    expect(text).not.toContain('Certificate authority');
    const home = temporaryFolder();
    const within = {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      home,
    };
    expect(surroundedBy(within, () => describePlaces(places, true))).toContain(
      `\nCertificate authority: ${home}`,
    );
  });
});
