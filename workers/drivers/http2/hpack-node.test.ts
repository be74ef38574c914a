import http2 from 'node:http2';
import { duplexPair } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  frame,
  http2Flags,
  http2FrameTypes,
  preface,
  settingIds,
  settingsFrame,
} from '../../../protocols/http2/frames.ts';
import { type HeaderField, HpackDecoder } from '../../../protocols/http2/hpack.ts';
import { Http2FrameReader } from './frame-reader.ts';
import { HeaderBlock } from './header-block.ts';

/** Extracts the header lists from the output of Node's HTTP/2 client. */
function headerLists(decoder: HpackDecoder, onList: (list: HeaderField[]) => void) {
  const block = new HeaderBlock((_stream, bytes, start, end) => {
    onList(decoder.decode(bytes, start, end));
    return null;
  });
  let skip = preface.length;
  const reader = new Http2FrameReader(
    {
      onData: () => undefined,
      onDataEnd: () => undefined,
      onFrame: (type, frameFlags, stream, bytes, start, end) => {
        if (type === http2FrameTypes.headers) block.begin(stream, frameFlags, bytes, start, end);
        if (type === http2FrameTypes.continuation)
          block.continue(stream, frameFlags, bytes, start, end);
      },
      onMalformed: (message) => {
        throw new Error(message);
      },
    },
    2 ** 24,
  );
  return (chunk: Buffer) => {
    const from = Math.min(skip, chunk.length);
    skip -= from;
    reader.execute(chunk, from, chunk.length);
  };
}

/** Names partly from the static table, with repeated values. */
const name = fc.oneof(
  fc.constantFrom('accept', 'user-agent', 'cache-control', 'cookie', 'authorization', 'etag'),
  fc.constantFrom('x-a', 'x-b', 'x-c'),
  fc.stringMatching(/^x-[a-z0-9-]{1,20}$/),
);
const value = fc.oneof(
  fc.constantFrom('', 'no-cache', 'a', 'Mozilla/5.0 (X11; Linux x86_64)'),
  fc.string({ unit: fc.constantFrom(...'abcxyzABC019 ,;=/+_é~'), maxLength: 300 }),
);
const lists = fc.array(fc.dictionary(name, value, { maxKeys: 8 }), { minLength: 1, maxLength: 6 });

const asEntries = (list: readonly HeaderField[]) => Object.fromEntries(list);
const trimmed = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([key, text]) => [key, text.trim()]));

/** Sends header lists through one connection of Node's client, and decodes them with our decoder. */
async function carry(tableSize: number, headers: readonly Record<string, string>[]) {
  const decoded: HeaderField[][] = [];
  const [ours, theirs] = duplexPair();
  ours.on(
    'data',
    headerLists(new HpackDecoder(tableSize), (list) => decoded.push(list)),
  );
  ours.write(settingsFrame([[settingIds.headerTableSize, tableSize]]));
  ours.write(frame(http2FrameTypes.settings, http2Flags.ack, 0, Buffer.alloc(0)));
  const client = http2.connect('http://here:1', { createConnection: () => theirs });
  await new Promise((resolve) => client.once('remoteSettings', resolve));
  for (const list of headers)
    client.request({ ':path': '/', ...list }).on('error', () => undefined);
  await expect.poll(() => decoded.length, { interval: 1 }).toBe(headers.length);
  client.destroy();
  return decoded;
}

describe('HPACK with Node as the encoder', () => {
  it.each([4096, 0, 100, 1000])(
    'decodes what Node encodes, with a table of %d octets',
    async (tableSize) => {
      await fc.assert(
        fc.asyncProperty(lists, async (headers) => {
          const decoded = await carry(tableSize, headers.map(trimmed));
          decoded.forEach((list, at) => {
            expect(asEntries(list)).toMatchObject(trimmed(headers[at] ?? {}));
          });
        }),
        { numRuns: 25 },
      );
    },
  );
});
