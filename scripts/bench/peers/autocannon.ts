import { z } from 'zod';
import { smallProduct } from '../support/product.ts';
import { urlOf } from '../support/target.ts';
import type { Peer } from './peer.ts';

const reportSchema = z.object({
  duration: z.number(),
  errors: z.number(),
  non2xx: z.number(),
  '2xx': z.number(),
});

export const autocannon: Peer = {
  name: 'autocannon',
  program: 'autocannon',
  versionArgs: ['--version'],
  args: async (target, { connections, seconds, warmUp }, files) => [
    ...['-j', '-c', String(connections), '-d', String(Math.ceil(seconds))],
    ...['-W', '[', '-c', String(connections), '-d', String(Math.ceil(warmUp)), ']'],
    ...['-m', 'POST', '-H', 'content-type=application/json', '-i', files.jsonFile],
    urlOf(target, smallProduct.restPath),
  ],
  read: (output) => {
    const lines = output.trim().split('\n');
    const report = reportSchema.parse(JSON.parse(lines.at(-1) ?? ''));
    return {
      throughputRps: report['2xx'] / report.duration,
      failed: report.errors + report.non2xx,
    };
  },
};
