import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startNullGraphql, startNullRest, startNullSoap } from '../../services/null/http.ts';
import { startNullGrpc } from '../../services/null/http2.ts';
import { startNullRestProtobuf } from '../../services/null/rest-protobuf.ts';
import type { RunningService } from '../../services/service.ts';
import { protobufCodec } from '../../workers/codecs/protobuf.ts';
import { soapCodec } from '../../workers/codecs/soap.ts';
import { decodeAnswer } from '../../workers/drivers/graphql/answer.ts';
import { makeProduct, productWorkload } from '../../workloads/product/product.ts';
import { parseShape } from '../../workloads/product/shapes.ts';
import { echoOperation, productType } from '../support/product.ts';

let service: RunningService | null = null;
let answered = 0;

afterEach(async () => {
  await service?.stop();
  service = null;
  answered = 0;
});

const options = { host: '127.0.0.1', port: 0, tls: null, countAnswer: () => answered++ };
const small = parseShape('small');
if (!small) throw new TypeError('there is no small shape');
const product = makeProduct(small, 'ascii', 1);
const echoCodec = soapCodec(productWorkload.description, echoOperation);

async function start(starting: Promise<RunningService>): Promise<number> {
  service = await starting;
  return service.port;
}

describe.each([
  ['rest', startNullRest, (body: Buffer): unknown => JSON.parse(body.toString('utf8'))],
  [
    'rest-protobuf',
    startNullRestProtobuf,
    (body: Buffer): unknown => protobufCodec(productType).decode(body),
  ],
  ['soap', startNullSoap, (body: Buffer): unknown => echoCodec.decode(body)],
  ['graphql', startNullGraphql, (body: Buffer): unknown => decodeAnswer(echoOperation, body)],
] as const)('the null service for %s', (_protocol, startNull, decode) => {
  it('answers any client with the small product', async () => {
    const port = await start(startNull(options));
    const call = () => fetch(`http://127.0.0.1:${port}/any`, { method: 'POST', body: 'abc' });
    const answers = await Promise.all([call(), call(), call()]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(decode(Buffer.from(await answer.arrayBuffer()))).toEqual(product);
    }
    expect(answered).toBe(3);
  });

  it('answers pipelined requests in pieces, one answer each', async () => {
    const port = await start(startNull(options));
    const socket = net.connect(port, '127.0.0.1');
    const requests = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabc'.repeat(5);
    let answers = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answers += text;
    });
    for (const piece of requests.match(/.{1,7}/gs) ?? []) socket.write(piece);
    await expect.poll(() => answers.split('HTTP/1.1 200 OK').length - 1).toBe(5);
    socket.destroy();
  });

  it('closes connections that send no request, and stops with clients connected', async () => {
    const port = await start(startNull(options));
    const [odd, idle] = [net.connect(port, '127.0.0.1'), net.connect(port, '127.0.0.1')];
    for (const socket of [odd, idle]) socket.on('error', () => undefined);
    odd.write('nonsense\r\n\r\n');
    await once(odd.resume(), 'close');
    const gone = once(idle.resume(), 'close');
    await service?.stop();
    await gone;
    expect(answered).toBe(0);
  });
});

describe('the null service for grpc', () => {
  it('stops with clients connected, and notices those that leave', async () => {
    const port = await start(startNullGrpc(options));
    const [leaving, staying] = [net.connect(port, '127.0.0.1'), net.connect(port, '127.0.0.1')];
    // Its settings come before the first request.
    await Promise.all([once(leaving, 'data'), once(staying, 'data')]);
    const left = once(leaving, 'close');
    leaving.end();
    await left;
    const gone = once(staying.resume(), 'close');
    await service?.stop();
    await gone;
  });
});
