import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RequestCounter } from './request-counter.ts';
import { makeRsocketFrame } from './write.ts';

const frame = (type: number, payload: Uint8Array) =>
  makeRsocketFrame(type, 0x3ff, 1, Buffer.from(payload));

it('counts the frames that begin a request, however the stream is chunked', () => {
  const frames = fc.array(fc.tuple(fc.nat(63), fc.uint8Array({ maxLength: 40 })));
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 12 })), (sent, cuts) => {
      let found = 0;
      const counter = new RequestCounter(() => found++);
      let rest = Buffer.concat(sent.map(([type, payload]) => frame(type, payload)));
      for (const cut of cuts) {
        counter.take(rest.subarray(0, cut));
        rest = rest.subarray(cut);
      }
      counter.take(rest);
      expect(found).toBe(sent.filter(([type]) => type >= 4 && type <= 7).length);
    }),
  );
});

it('continues after frames too short to have a type', () => {
  let found = 0;
  const counter = new RequestCounter(() => found++);
  counter.take(Buffer.from([0, 0, 0, 0, 0, 2, 4, 4]));
  counter.take(frame(4, new Uint8Array()));
  expect(found).toBe(1);
});
