import type { z } from 'zod';
import { namesPort } from '../../contracts/experiment/addresses.ts';
import type { Experiment, experimentFieldsSchema } from '../../contracts/experiment/experiment.ts';
import { serviceEndpoint } from '../../contracts/experiment/service.ts';
import {
  isBundled,
  machineOfServices,
  serversOf,
  startedAddress,
} from '../../contracts/experiment/target.ts';
import type { Protocol } from '../../contracts/words.ts';

type Fields = z.infer<typeof experimentFieldsSchema>;

/** Rules between `target` and other keys. @returns where services are. */
export function fitsTarget(experiment: Fields, context: z.RefinementCtx): Experiment['target'] {
  gatewayIsOurs(experiment, context);
  stackIsOurs(experiment, context);
  startsElsewhere(experiment, context);
  const target = targetOf(experiment);
  fitsServers(experiment, target, context);
  return target;
}

/** The gateway is a process of a run, in front of a service of the run. */
function gatewayIsOurs({ target, factors }: Fields, context: z.RefinementCtx): void {
  const at = factors.gateway?.indexOf('on') ?? -1;
  if (isBundled(target) || at < 0) return;
  const message =
    'expected off, since the gateway stands before bundled services only: remove on, or set target: bundled';
  context.addIssue({ code: 'custom', path: ['factors', 'gateway', at], message });
}

/** Only bundled services have other stacks. */
function stackIsOurs({ target, factors }: Fields, context: z.RefinementCtx): void {
  if (isBundled(target) || factors.stack === undefined) return;
  const message =
    'expected no such factor, since only bundled services are there in several stacks: compare servers of your own with target.servers';
  context.addIssue({ code: 'custom', path: ['factors', 'stack'], message });
}

/** The target: from `target`, or else from the own service or a started server. */
export function targetOf({ target, service, factors }: Fields): Experiment['target'] {
  if (!service && isBundled(target)) return 'bundled';
  const started = Object.values(serversOf(target)).some(({ start }) => start !== undefined);
  const { on: _on, start: _start, watch: _watch, servers: _servers, ...said } = serverless(target);
  const places = factors.protocol.flatMap((protocol) => {
    const own = service && serviceEndpoint(service, protocol)?.address;
    const secure = factors.tls.some((level) => level !== 'off');
    const fallback = started && !service ? startedAddress(protocol, secure) : undefined;
    const address = said[protocol] ?? own ?? fallback;
    return address === undefined ? [] : [[protocol, address]];
  });
  return { ...said, ...Object.fromEntries(places) };
}

const serverless = (target: Fields['target']) => (target === 'bundled' ? {} : target);

/** Only bundled services can be started on another machine. */
function startsElsewhere({ target, service }: Fields, context: z.RefinementCtx): void {
  const { on, ...others } = serverless(target);
  if (on === undefined) return;
  const isAlone = Object.values(others).every((value) => value === undefined);
  if (isAlone && !service) return;
  const message = service
    ? 'expected no machine, since only bundled services are started on another: start your own there, and give its address'
    : 'expected either on, or addresses and servers of your own: only bundled services are started on another machine';
  context.addIssue({ code: 'custom', path: ['target', 'on'], message });
}

/** Servers are the levels of their factor, and only a started one gives `{{port}}` its value. */
function fitsServers(
  { target, factors }: Fields,
  places: Experiment['target'],
  context: z.RefinementCtx,
): void {
  const add = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const servers = serversOf(target);
  const { start, watch, servers: named } = serverless(target);
  if ([start, watch, named].filter((one) => one !== undefined).length > 1) {
    add(['target'], 'expected one of start, watch and servers');
  }
  const names = named ? Object.keys(named) : [];
  factors.server?.forEach((name, index) => {
    if (names.includes(name)) return;
    const expected = names.length > 0 ? names.join(', ') : 'none, as target has no servers';
    add(['factors', 'server', index], `expected a name of target.servers: ${expected}`);
  });
  if (named && !factors.server) {
    add(['factors'], `expected server: [${names.join(', ')}], the names of target.servers`);
  }
  const isStarted = Object.values(servers).every((server) => server.start !== undefined);
  if (places === 'bundled' || (isStarted && Object.keys(servers).length > 0)) return;
  for (const [protocol, address] of Object.entries(places)) {
    if (!namesPort(address)) continue;
    const message =
      'expected a port: {{port}} is only known of a server that target.start or target.servers starts';
    add(['target', protocol], message);
  }
}

/** The key of a protocol's address. */
export function addressPath({ target, service }: Fields, protocol: Protocol): string[] {
  const isTarget = target !== 'bundled' && target[protocol] !== undefined;
  return service && !isTarget ? ['service', protocol, 'address'] : ['target', protocol];
}

/** The machine that bundled services are started on, as in the experiment. */
export function placeOfServices(target: Fields['target']) {
  const serviceOn = machineOfServices(target);
  return serviceOn === undefined ? {} : { serviceOn };
}
