import { z } from 'zod';
import { smallProduct } from '../support/product.ts';
import { type BenchTarget, urlOf } from '../support/target.ts';
import type { Peer, PeerLoad } from './peer.ts';

const reportSchema = z.object({ throughputRps: z.number(), failed: z.number() });

function script(target: BenchTarget, { connections, seconds }: PeerLoad): string {
  return `
import http from 'k6/http';
export const options = {
  vus: ${connections}, duration: '${Math.ceil(seconds)}s',
  discardResponseBodies: true, insecureSkipTLSVerify: true,
};
const body = ${JSON.stringify(smallProduct.json)};
const params = { headers: { 'content-type': 'application/json' } };
export default function () {
  http.post(${JSON.stringify(urlOf(target, smallProduct.restPath))}, body, params);
}
export function handleSummary({ metrics }) {
  const report = {
    throughputRps: metrics.http_reqs.values.rate,
    failed: metrics.http_req_failed.values.passes,
  };
  return { stdout: JSON.stringify(report) };
}
`;
}

export const k6: Peer = {
  name: 'k6',
  program: 'k6',
  versionArgs: ['version'],
  args: async (target, load, files) => [
    ...['run', '--quiet', '--no-usage-report', '--log-output', 'none'],
    await files.file('k6.js', script(target, load)),
  ],
  read: (output) => reportSchema.parse(JSON.parse(output)),
};
