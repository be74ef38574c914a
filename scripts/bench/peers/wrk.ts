import { smallProduct } from '../support/product.ts';
import { urlOf } from '../support/target.ts';
import { numberIn, type Peer } from './peer.ts';

const script = `
wrk.method = 'POST'
wrk.body = [==[${smallProduct.json}]==]
wrk.headers['Content-Type'] = 'application/json'
`;

export const wrk: Peer = {
  name: 'wrk',
  program: 'wrk',
  versionArgs: ['-v'],
  args: async (target, { connections, seconds }, files) => [
    ...['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`],
    ...['-s', await files.file('wrk.lua', script), urlOf(target, smallProduct.restPath)],
  ],
  read: (output) => ({
    throughputRps: numberIn(output, /Requests\/sec:\s+([\d.]+)/),
    failed:
      Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0) +
      [...(/Socket errors: (.*)/.exec(output)?.[1] ?? '').matchAll(/\d+/g)]
        .map(Number)
        .reduce((sum, count) => sum + count, 0),
  }),
};
