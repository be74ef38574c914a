import { afterAll, describe, expect, it } from 'vitest';
import { sizesDocumentSchema, usualCall } from '../../contracts/sizes.ts';
import { shapeNamesOf } from '../../contracts/workloads/registry.ts';
import { wirebench } from '../support/command-line.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';

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
      expect(usualCall(entry).answer.payload).toBeGreaterThan(0);
    }
    const [rest] = sizes.entries;
    // Get asks by its address: no body, but headers.
    expect(rest && usualCall(rest).request.payload).toBe(0);
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

  it('names a shape that there is not, and the ones there are', async () => {
    const wrong = await wirebench(home, ['sizes', '--workload', 'team', '--shape', 'huge']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('The workload team has no shape huge');
    for (const name of shapeNamesOf('team').slice(0, 2)) expect(wrong.stderr).toContain(name);
  });
});
