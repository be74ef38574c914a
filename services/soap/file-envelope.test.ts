import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../workloads/refusals.ts';
import { fileInEnvelope } from './file-envelope.ts';

const element = { namespace: 'urn:files', request: 'UploadRequest', field: 'content' };
const envelope = (body: string, head = '<?xml version="1.0" encoding="utf-8"?>') =>
  `${head}<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const request = (content: string) =>
  envelope(`<UploadRequest xmlns="urn:files"><content>${content}</content></UploadRequest>`);

/** Splits at relative positions between 0 and 1. */
function cut(message: Buffer, places: readonly number[]): Buffer[] {
  const at = places.map((place) => Math.floor(place * message.length)).sort((a, b) => a - b);
  return [...at, message.length].map((end, index) => message.subarray(at[index - 1] ?? 0, end));
}

async function read(parts: Iterable<Buffer>): Promise<Buffer> {
  async function* body() {
    yield* parts;
  }
  const file: Uint8Array[] = [];
  for await (const part of fileInEnvelope(body(), element)) file.push(part);
  return Buffer.concat(file);
}

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

describe('fileInEnvelope', () => {
  it('reads a file with white space, however its message is chunked', async () => {
    const file = fc.uint8Array({ maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(file, places, fc.constantFrom(0, 4, 7, 76), async (bytes, at, line) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const lines = line > 0 ? base64.replace(new RegExp(`.{${line}}`, 'g'), '$&\r\n') : base64;
        const parts = cut(Buffer.from(request(lines)), at);
        expect(await read(parts)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  const own =
    '<f:UploadRequest xmlns:f="urn:files">\n<f:content >QUI=</f:content ></f:UploadRequest>\n';
  const quoted = "<UploadRequest xmlns='urn:files' a='>'><content>QQ==</content></UploadRequest>";
  it.each([
    ['no prefix and single quotes', quoted, 'A'],
    ['prefixes of its own', own, 'AB'],
    ['a file of nothing', '<UploadRequest xmlns="urn:files"><content/></UploadRequest>', ''],
  ])('takes %s', async (_what, body, file) => {
    expect((await read([Buffer.from(envelope(body))])).toString()).toBe(file);
  });

  it.each([
    ['nothing', '', /ends before/],
    ['no XML', 'hello', /text beside/],
    ['another element', envelope('<Other/>'), /Expected UploadRequest/],
    ['another namespace', request('').replace('"urn:files"', '"urn:x"'), /of urn:files/],
    ['no file', envelope('<UploadRequest xmlns="urn:files"></UploadRequest>'), /Expected content/],
    ['two files', request('QQ==</content><content>QQ=='), /no place for content/],
    ['an element within the file', request('QQ<b/>=='), /no place for b/],
    ['text besides the file', request('QQ==</content>x<content>'), /text beside/],
    ['what ends what it did not begin', request('QQ==</other>'), /did not begin/],
    ['the end missing', request('QQ==').slice(0, -3), /within a tag/],
    ['the last elements missing', request('QQ==').slice(0, -13), /ends before/],
    ['more after the end', `${request('QQ==')}<a/>`, /no place for a/],
    ['a document type', envelope('', '<!DOCTYPE a [<!ENTITY b "c">]>'), /Expected an element/],
    ['a comment', request('QQ==<!-- a -->'), /Expected an element/],
    ['a section', request('<![CDATA[QQ==]]>'), /Expected an element/],
    ['another encoding', request('QQ==').replace('utf-8', 'utf-16'), /UTF-8/],
    ['a tag without end', `<a ${'b'.repeat(5000)}`, /longer than 4096/],
    ['an attribute given twice', '<s:Envelope a="1" a="2">', /twice/],
    ['an entity', request('QQ&#61;='), /not base64/],
    ['other characters', request('QQ-_'), /not base64/],
    ['base64 of three characters', request('QQA'), /group of four/],
    ['base64 after its end', request('QQ==QQ=='), /not base64|after its end/],
  ])('refuses %s', async (_what, message, words) => {
    await expect(read([Buffer.from(message)])).rejects.toThrow(words);
    // Byte by byte it is refused too.
    await expect(read(Array.from(Buffer.from(message), (byte) => Buffer.of(byte)))).rejects.toThrow(
      InvalidInput,
    );
  });

  it('refuses a message that is damaged anywhere, with an error message', async () => {
    const whole = Buffer.from(request('QUJDREVGRw=='));
    const bytes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(bytes, places, async (changes, at) => {
        const message = Buffer.from(whole);
        for (const [place, byte] of changes) message[place] = byte;
        const answer = await read(cut(message, at)).catch((error: unknown) => error);
        if (!Buffer.isBuffer(answer)) expect(answer).toBeInstanceOf(InvalidInput);
      }),
      { numRuns: 300 },
    );
  });

  it('refuses every message that ends early', async () => {
    const whole = Buffer.from(request('QUJDREVGRw=='));
    for (let length = 0; length < whole.length; length++) {
      await expect(read([whole.subarray(0, length)])).rejects.toThrow(InvalidInput);
    }
  });
});
