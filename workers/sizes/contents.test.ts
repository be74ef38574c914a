import { describe, expect, it } from 'vitest';
import type { Protocol } from '../../contracts/words.ts';
import { Driven, scriptedHttp, tea } from '../../tests/support/driven.ts';
import { echoOperation } from '../../tests/support/product.ts';
import { sampler, samplerOperation, simpleThing } from '../../tests/support/sampler.ts';
import type { Message } from '../../workloads/description.ts';
import { productWorkload } from '../../workloads/product/product.ts';
import type { ShapeRequests } from '../../workloads/workload.ts';
import { protocolClients } from '../registry.ts';
import { ContentsLog } from './contents.ts';
import { bodySize, messagesOf, onlyMessage, totalLength } from './size.ts';

const workload = productWorkload.description;
const json = JSON.stringify(tea).length + 1;
const envelope =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><EchoRequest xmlns="urn:wirebench:product:v1"></EchoRequest></soap:Body></soap:Envelope>'
    .length;
const elements = '<id>7</id><name>Tea</name><description>é</description>'.length + 1;

/** Of the request with its parts outside of the body, and of the answer. */
const sizes: Readonly<Record<Exclude<Protocol, 'rsocket'>, readonly [number, number, number]>> = {
  rest: [json, 0, 0],
  'rest-h2': [json, 0, 0],
  'rest-protobuf': [12, 0, 0],
  soap: [elements, envelope, envelope + 2],
  grpc: [12, 5, 5],
  graphql: [json, Number.NaN, '{"data":{"echo":}}'.length],
};

describe('the sizes of a call', () => {
  it.each(Object.entries(sizes))('over %s are those of its bodies', async (name, expected) => {
    const protocol = name as Exclude<Protocol, 'rsocket'>;
    const [payload, around, aroundAnswer] = expected;
    const version = protocol === 'grpc' || protocol === 'rest-h2' ? 2 : 1;
    const { port, seen } = await scriptedHttp(version, (response) => response.writeHead(404).end());
    const driven = await Driven.of(protocol, 'raw', port);
    await driven.send(driven.echo());
    const of = await protocolClients[protocol].sizes();
    const request = of.request(workload, echoOperation, () => [tea]);
    expect(request.payload + request.envelope).toBe(seen[0]?.body.length);
    expect(request.payload).toBe(payload);
    if (!Number.isNaN(around)) expect(request.envelope).toBe(around);
    const framing = protocol === 'grpc' ? 5 : 0;
    expect(request.beside).toEqual({ framing, headers: 0 });
    const answer = of.answer(workload, echoOperation, tea);
    expect([answer.payload, answer.envelope]).toEqual([payload, aroundAnswer]);
    expect(answer.beside).toEqual({ framing, headers: 0 });
  });

  it('over RSocket have the route beside them', async () => {
    const of = await protocolClients.rsocket.sizes();
    const request = of.request(workload, echoOperation, () => [tea]);
    // One octet of the type, three of a length, one of the route's length, and the route.
    const headers = 1 + 3 + 1 + 'echo'.length;
    expect(request).toEqual({ payload: json, envelope: headers, beside: { framing: 0, headers } });
    const items = { items: [tea, tea] };
    const streamed = { ...echoOperation, stream: 'response' as const };
    expect(of.answer(workload, streamed, items)).toEqual(bodySize(2 * json));
    expect(of.answer(workload, echoOperation, tea)).toEqual(bodySize(json));
  });

  it('of streams are those of all messages', async () => {
    const of = await protocolClients.grpc.sizes();
    const things = [simpleThing, { ...simpleThing, count: 0 }];
    const one = of.request(sampler, samplerOperation('save'), () => [simpleThing]);
    const all = of.request(sampler, samplerOperation('collect'), () => things);
    expect(all.envelope).toBe(2 * one.envelope);
    expect(all.payload).toBe(2 * one.payload - 2);
    const counted = of.answer(sampler, samplerOperation('count'), { items: things });
    expect([counted.payload, counted.envelope]).toEqual([all.payload, 2 * 5]);
    expect(of.answer(sampler, samplerOperation('count'), {}).payload).toBe(0);
  });

  it('come of messages one by one', () => {
    expect(onlyMessage(() => [])).toEqual({});
    expect(onlyMessage(() => [tea, {}])).toBe(tea);
    expect(messagesOf(samplerOperation('count'), { items: [tea] })).toEqual([tea]);
    expect(messagesOf(samplerOperation('count'), { items: 'x' })).toEqual([]);
    expect(messagesOf(samplerOperation('save'), tea)).toEqual([tea]);
    expect(totalLength([Buffer.alloc(2), Buffer.alloc(3)])).toBe(5);
    expect(bodySize(1, 2)).toEqual({ payload: 1, envelope: 2, beside: { framing: 0, headers: 0 } });
  });
});

describe('the contents of calls', () => {
  const log = async (operation: ShapeRequests['operation'], stream?: () => Iterable<Message>) => {
    const requests = { operation, ...(stream && { stream }) } as unknown as ShapeRequests;
    return new ContentsLog(await protocolClients.grpc.sizes(), sampler, requests);
  };

  it('are the sizes of all and the parts of the last', async () => {
    const contents = await log(samplerOperation('save'));
    expect(contents.done()).toEqual({ calls: [], request: null, answer: null });
    contents.add(0, simpleThing, simpleThing);
    contents.add(1, { ...simpleThing, count: 0 }, simpleThing);
    const { calls, request, answer } = contents.done();
    expect(calls.map((one) => one.request.payload - one.answer.payload)).toEqual([0, -2]);
    expect(request).not.toEqual(answer);
    expect(JSON.stringify(answer)).toContain('bigCount');
  });

  it('have the first message of a streamed answer, and all of a streamed request', async () => {
    const streamed = await log(samplerOperation('count'));
    streamed.add(0, { id: 'a', tags: [], exact: true }, { items: [simpleThing, {}] });
    expect(JSON.stringify(streamed.done().answer)).toContain('bigCount');
    const sent = await log(samplerOperation('collect'), () => [simpleThing, simpleThing]);
    const answer = { question: { id: 'a', tags: [], exact: true }, things: [] };
    sent.add(0, simpleThing, answer);
    expect(sent.done().calls[0]?.request.envelope).toBe(10);
  });

  it('leave out what is longer than 4 MiB', async () => {
    const contents = await log(samplerOperation('save'));
    const base = JSON.stringify({ ...simpleThing, picture: '', note: '' }).length;
    const noted = (length: number) => ({ ...simpleThing, note: 'x'.repeat(length) });
    contents.add(0, noted(4 * 1024 * 1024), noted(4 * 1024 * 1024 - base - 1000));
    const { request, answer } = contents.done();
    expect([request === null, answer === null]).toEqual([true, false]);
  });
});
