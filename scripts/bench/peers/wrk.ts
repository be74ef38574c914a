import { smallProduct } from '../support/product.ts';
import { type BenchTarget, urlOf } from '../support/target.ts';
import { numberIn, type Peer } from './peer.ts';

const requests = {
  rest: {
    path: smallProduct.restPath,
    body: smallProduct.json,
    headers: { 'Content-Type': 'application/json' },
  },
  soap: smallProduct.soap,
};

const requestFor = ({ protocol }: BenchTarget) => requests[protocol === 'soap' ? 'soap' : 'rest'];

function script(target: BenchTarget): string {
  const { body, headers } = requestFor(target);
  const fields = Object.entries(headers).map(
    ([name, value]) => `wrk.headers['${name}'] = [==[${value}]==]`,
  );
  return ["wrk.method = 'POST'", `wrk.body = [==[${body}]==]`, ...fields].join('\n');
}

/** Speaks HTTP/1.1, to REST services and to SOAP ones. */
export const wrk: Peer = {
  name: 'wrk',
  program: 'wrk',
  versionArgs: ['-v'],
  args: async (target, { connections, seconds }, files) => [
    ...['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`],
    ...['-s', await files.file('wrk.lua', script(target))],
    urlOf(target, requestFor(target).path),
  ],
  read: (output) => ({
    answered: numberIn(output, /(\d+) requests in/),
    throughputRps: numberIn(output, /Requests\/sec:\s+([\d.]+)/),
    failed:
      Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0) +
      [...(/Socket errors: (.*)/.exec(output)?.[1] ?? '').matchAll(/\d+/g)]
        .map(Number)
        .reduce((sum, count) => sum + count, 0),
  }),
};
