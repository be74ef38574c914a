import { z } from 'zod';
import { smallProduct } from '../support/product.ts';
import { urlOf } from '../support/target.ts';
import type { Peer } from './peer.ts';

const countsSchema = z.record(z.string(), z.number());
const reportSchema = z.object({
  summary: z.object({ requestsPerSec: z.number(), successRate: z.number() }),
  statusCodeDistribution: countsSchema,
  errorDistribution: countsSchema,
});
const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);
/** Requests in flight at the end do not count as failures. */
const cutOff = /deadline/;

export const oha: Peer = {
  name: 'oha',
  program: 'oha',
  versionArgs: ['--version'],
  args: async (target, { connections, seconds }, files) => [
    ...['--no-tui', '--output-format', 'json', '--insecure'],
    ...['-c', String(connections), '-z', `${Math.ceil(seconds)}s`],
    ...['-m', 'POST', '-T', 'application/json', '-D', files.jsonFile],
    urlOf(target, smallProduct.restPath),
  ],
  read: (output) => {
    const report = reportSchema.parse(JSON.parse(output));
    const { '200': _good, ...others } = report.statusCodeDistribution;
    const errors = Object.entries(report.errorDistribution).filter(([text]) => !cutOff.test(text));
    return {
      throughputRps: report.summary.requestsPerSec,
      failed: sum(others) + sum(Object.fromEntries(errors)),
    };
  },
};
