import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../../engine/platform/version.ts';
import { smallProduct } from '../support/product.ts';
import type { Peer } from './peer.ts';

const reportSchema = z.object({
  rps: z.number(),
  count: z.number(),
  statusCodeDistribution: z.record(z.string(), z.number()),
});

export const ghz: Peer = {
  name: 'ghz',
  program: 'ghz',
  versionArgs: ['--version'],
  args: async ({ address }, { connections, streams, seconds }) => [
    ...(address.tls ? ['--skipTLS'] : ['--insecure']),
    ...['--proto', join(packageRoot(), 'proto', 'product.proto')],
    ...['--call', smallProduct.grpcPath.slice(1), '-d', smallProduct.json],
    ...['-c', String(connections * streams), '--connections', String(connections)],
    ...['-z', `${Math.ceil(seconds)}s`, '--duration-stop', 'wait', '-O', 'json'],
    `${address.host}:${address.port}`,
  ],
  read: (output) => {
    const report = reportSchema.parse(JSON.parse(output));
    const good = report.statusCodeDistribution.OK ?? 0;
    return { throughputRps: report.rps * (good / report.count), failed: report.count - good };
  },
};
