import type { ConformWorkload } from '../../contracts/conform.ts';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import type { Protocol, TlsLevel } from '../../contracts/words.ts';
import { serviceTls } from '../../engine/run/address.ts';
import type { ServiceProcess } from '../../engine/run/forked-service.ts';
import type { startService } from '../../engine/run/service-process.ts';
import { conformFindings } from '../../engine/services/conform.ts';
import { conformChecks } from '../../workers/conform/suite.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { waitMs } from './timeouts.ts';

/** The part of the checks that is made over TLS, below which all are the same. */
const secured =
  /^(connects|health|wsdl|alpn|parallel|streams|too-large|echo|items-status|allocate)$/;

interface Checked {
  readonly workload: ConformWorkload;
  readonly protocol: Protocol;
  readonly level: TlsLevel;
}

/** Starts a service, checks it, and returns what differs and whether all of it was checked. */
export async function conformance(
  home: string,
  { workload, protocol, level }: Checked,
  start: (options: Parameters<typeof startService>[0]) => Promise<ServiceProcess>,
) {
  const data = workloadOf(workload).data.parse({});
  const names = conformChecks(workload, protocol).map(({ name }) => name);
  const only = level === 'off' ? [] : names.filter((name) => secured.test(name));
  const tls = await serviceTls(level, home);
  const setup = serviceSetupSchema.parse({ data });
  const host = '127.0.0.1';
  const service = await start({ workload, protocol, host, port: 0, tls, delayMs: 0, setup });
  try {
    const scheme = level === 'off' ? 'http' : 'https';
    const isPlainSocket = protocol === 'grpc' && level === 'off';
    const address = `${isPlainSocket ? '' : `${scheme}://`}${host}:${service.port}`;
    const wish = {
      workload,
      data,
      seed: 1,
      text: 'ascii',
      only,
      idleMs: 1,
      timeoutMs: waitMs,
    } as const;
    const own = { ca: [], identity: null, serverName: null, verify: true };
    const signal = new AbortController().signal;
    const differences: string[] = [];
    let passed = 0;
    for await (const one of conformFindings({ protocol, address }, wish, { home, own, signal })) {
      if (one.outcome === 'passed') passed++;
      if (one.outcome === 'failed') differences.push(`${one.name}: ${one.came}`);
    }
    const checked = passed + differences.length;
    return { protocol, level, differences, all: checked >= (only.length || names.length) - 1 };
  } finally {
    await service.stop();
  }
}
