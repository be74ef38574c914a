import { getPriority, tmpdir } from 'node:os';
import type { ServerStart, StackStart } from '../../contracts/server-messages.ts';
import { serviceStartSchema } from '../../contracts/service-messages.ts';
import { waitMs } from './timeouts.ts';

const { PATH = '' } = process.env;

const shellOrder = (script: string) => ({
  ...{ command: ['sh', '-c', script], folder: tmpdir(), env: { PATH } },
  ...{ withinMs: waitMs, graceMs: waitMs, niceness: getPriority() },
});

/** The order to start a server that is a script of the shell. */
export const shellServer = (script: string, more: Partial<ServerStart> = {}): ServerStart => ({
  ...{ type: 'start-server', ready: { by: 'log', text: 'ready' }, free: null, identity: null },
  ...shellOrder(script),
  ...more,
});

/** The order to start a stack whose program is a script of the shell. */
export const shellStack = (script: string, more: Partial<StackStart> = {}): StackStart => ({
  type: 'start-stack',
  ...shellOrder(script),
  service: serviceStartSchema.parse({
    ...{ type: 'start', workload: 'inventory', protocol: 'rest', host: '127.0.0.1', port: 80 },
    ...{ tls: null, setup: { data: { sizes: { s: 500, m: 500, l: 1500 } } } },
  }),
  ...more,
});
