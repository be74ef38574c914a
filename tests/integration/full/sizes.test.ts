import { afterAll, describe, expect, it } from 'vitest';
import { defaultCall, sizesDocumentSchema, sizesRequestSchema } from '../../../contracts/sizes.ts';
import { type Protocol, protocols } from '../../../contracts/words.ts';
import { measureSizes } from '../../../engine/sizes/measure.ts';
import { captureShapes } from '../../../engine/wire/capture.ts';
import { wirebench } from '../../support/command-line.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';

const home = makeFolder();
afterAll(() => removeFolder(home));

describe('wirebench sizes', () => {
  it('computes the bodies that the recording shows', async () => {
    const args = ['sizes', '--workload', 'store', '--shape', 'get-user', '--shape', 'create-user'];
    const protocols = 'rest,rest-protobuf,graphql,rsocket';
    const only = ['--protocol', protocols, '--dates', 'date-only', '--json'];
    const { stdout, code } = await wirebench(home, [...args, ...only]);
    expect(code).toBe(0);
    const { sizes } = sizesDocumentSchema.parse(JSON.parse(stdout));
    expect(sizes.entries.map(({ protocol }) => protocol)).toHaveLength(8);
    for (const entry of sizes.entries) {
      expect(entry.differs).toBeNull();
      expect(defaultCall(entry).answer.payload).toBeGreaterThan(0);
    }
    const [rest] = sizes.entries;
    // Get asks by its address: no body, but headers.
    expect(rest && defaultCall(rest).request.payload).toBe(0);
    const published = sizes.published.find(
      ({ shape, side, encoding }) =>
        shape === 'get-user' && side === 'answer' && encoding === 'Protobuf',
    );
    // The study's Protobuf has dates only.
    expect(sizes.dates).toBe('date-only');
    expect(published?.published).toBe(46);
    expect(Math.abs(published?.deviation ?? 100)).toBeLessThan(10);
    expect(sizes.messages.map(({ shape }) => shape)).toEqual(['get-user', 'create-user']);
  });

  it.each([
    ['product', 'small', protocols],
    ['delivery', 'unrelated', ['graphql']],
  ] as const)(
    'calls payload of %s %s what codecs, Wire and runs do',
    async (workload, shape, all) => {
      const { signal } = new AbortController();
      const wanted = sizesRequestSchema.parse({ workload, shapes: [shape], protocols: all });
      const { entries } = await measureSizes(wanted, home, signal);
      for (const protocol of all) {
        const subject = { protocol, shapes: [shape], contents: true };
        const [recorded] = await captureShapes(subject, wanted, home, signal);
        const [wire] = recorded?.capture.calls ?? [];
        // Runs keep this of their first call.
        const [encoded] = recorded?.contents?.calls ?? [];
        const entry = entries.find((one) => one.protocol === protocol);
        const payloads = [
          [wire?.exchange.sent, wire?.exchange.received],
          [encoded?.request, encoded?.answer],
          [entry?.fresh.request, entry?.fresh.answer],
        ].map((sides) => sides.map((side) => side?.payload));
        expect(payloads[0]?.[0], protocol).toBeGreaterThan(0);
        expect([protocol, ...payloads]).toEqual([protocol, ...payloads.map(() => payloads[0])]);
        const values = wire?.exchange.sent.values ?? Number.POSITIVE_INFINITY;
        expect(values).toBeLessThan(payloads[0]?.[0] ?? 0);
      }
    },
  );

  it('says of a shape the same whatever else is measured with it', async () => {
    const bodiesOf = async (...shapes: string[]) => {
      const protocols: Protocol[] = ['rest'];
      const wanted = sizesRequestSchema.parse({ workload: 'store', shapes, protocols });
      const { entries } = await measureSizes(wanted, home, new AbortController().signal);
      return entries.map(({ shape, fresh, reused }) => [
        shape,
        ...[fresh, reused].map((call) => [call?.request.payload, call?.answer.payload]),
      ]);
    };
    const [update, get] = await bodiesOf('update-user', 'get-user');
    expect([get]).toEqual(await bodiesOf('get-user'));
    expect([update]).toEqual(await bodiesOf('update-user'));
  });

  it('counts what a service writes beyond the codec, so that sums are those of the wire', async () => {
    const args = [
      'sizes',
      '--shape',
      'small',
      '--protocol',
      'soap,grpc',
      '--tls',
      'tls1.3',
      '--json',
    ];
    const { sizes } = sizesDocumentSchema.parse(JSON.parse((await wirebench(home, args)).stdout));
    const [soap, grpc] = sizes.entries;
    expect(soap?.reused?.answer.envelope).toBeGreaterThan(200);
    expect(soap?.fresh.setUp?.['tls-handshake']).toBeGreaterThan(500);
    expect(grpc?.reused?.request).toMatchObject({ envelope: 5 });
    expect(grpc?.reused?.request['tls-records']).toBe(22);
  });
});
