import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 as nodeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingPython } from '../../tests/support/python.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { crc32, type ZipEntry, zip } from './zip.ts';

const at = new Date(2026, 1, 3, 14, 15, 16);

/** Python's reader checks every header and sum; it answers with names, times and contents. */
const reader = `
import json, sys, zipfile
out = []
for path in sys.argv[1:]:
    archive = zipfile.ZipFile(path)
    assert archive.testzip() is None
    out.append([[i.filename, list(i.date_time), archive.read(i).hex()] for i in archive.infolist()])
print(json.dumps(out))
`;

function readBack(archives: readonly Uint8Array[]): unknown {
  const folder = temporaryFolder();
  const paths = archives.map((bytes, index) => {
    const path = join(folder, `${index}.zip`);
    writeFileSync(path, bytes);
    return path;
  });
  return JSON.parse(execFileSync('python3', ['-c', reader, ...paths], { encoding: 'utf8' }));
}

const entry: fc.Arbitrary<ZipEntry> = fc.record({
  name: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((name) => !/[\0/\\]/.test(name)),
  content: fc.uint8Array({ maxLength: 300 }),
});

const reading = 'zip archives read by another program';

it('zip archives have the check sum that zlib computes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      expect(crc32(bytes)).toBe(nodeCrc32(bytes));
    }),
  );
});

it('zip archives refuse more files than the format counts', () => {
  const content = new Uint8Array();
  const many = Array.from({ length: 65_535 }, (_, index) => ({ name: `${index}`, content }));
  expect(() => zip(many, at)).toThrow(RangeError);
});

describe.skipIf(missingPython !== null)(
  missingPython ? `${reading}: ${missingPython}` : reading,
  () => {
    it('are read back as written', () => {
      const cases = fc.sample(fc.array(entry, { maxLength: 8 }), 60);
      const expected = cases.map((entries) =>
        entries.map(({ name, content }) => [
          name,
          [2026, 2, 3, 14, 15, 16],
          Buffer.from(content).toString('hex'),
        ]),
      );
      expect(readBack(cases.map((entries) => zip(entries, at)))).toEqual(expected);
    });

    it('may be empty, and may contain files in folders', () => {
      const content = new TextEncoder().encode('x,y\n1,2\n');
      expect(readBack([zip([], at), zip([{ name: 'figures/a.csv', content }], at)])).toEqual([
        [],
        [['figures/a.csv', [2026, 2, 3, 14, 15, 16], Buffer.from(content).toString('hex')]],
      ]);
    });
  },
);
