import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../tests/support/folder.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { ExperimentCollection } from './collection.ts';
import { numberedName } from './files.ts';

let home: string;
let library: ExperimentCollection;
const text =
  'wirebench: 1\nname: Mine\nfactors: {protocol: rest}\nload: {model: closed, requests: 9}\n';
const code = (wanted: string) => expect.objectContaining({ code: wanted });
const inFolder = (name: string) => join(home, 'experiments', name);
const own = () => library.list().entries.filter(({ kind }) => kind === 'own');

beforeEach(() => {
  home = temporaryFolder();
  library = new ExperimentCollection(join(home, 'experiments'));
});

describe('the collection', () => {
  it('lists the built-in experiments by study, and nothing else at first', () => {
    const { entries, folder } = library.list();
    expect(folder).toBe(join(home, 'experiments'));
    expect(own()).toEqual([]);
    expect(entries[0]).toMatchObject({ id: 'first-look', study: null, problems: 0 });
    expect(entries.find(({ id }) => id === 'kth-2024/tls')).toMatchObject({
      study: 'KTH 2024',
      plan: { protocols: ['soap', 'rest', 'grpc'], model: 'closed' },
    });
  });

  it('lists wrong and unreadable files with what is wrong with them', () => {
    mkdirSync(inFolder(''), { recursive: true });
    writeFileSync(inFolder('wrong.bench.yaml'), 'wirebench: 1\nname: Half done\n');
    writeFileSync(inFolder('long.bench.yaml'), 'x'.repeat(5_000_001));
    writeFileSync(inFolder('notes.txt'), 'no experiment');
    mkdirSync(inFolder('folder.bench.yaml'));
    expect(own()).toMatchObject([
      { id: 'long.bench.yaml', plan: null, problem: expect.stringContaining('longer than 5 MB') },
      { id: 'wrong.bench.yaml', name: 'Half done', problem: expect.stringMatching(/^Line \d/) },
    ]);
  });

  it('sees changes of a file immediately', () => {
    library.create('a.bench.yaml', text);
    expect(own()[0]).toMatchObject({ name: 'Mine', problems: 0 });
    writeFileSync(inFolder('a.bench.yaml'), text.replace('Mine', 'Other'));
    expect(own()[0]).toMatchObject({ name: 'Other' });
  });

  it('saves a file that is unchanged since it was read, and overwrites no change made elsewhere', () => {
    const created = library.create('a.bench.yaml', text);
    const saved = library.save('a.bench.yaml', `${text}# more\n`, created.revision, false);
    expect(library.read('own', 'a.bench.yaml')).toEqual(saved);
    const save = (revision: string | null, overwrite = false) =>
      library.save('a.bench.yaml', 'new', revision, overwrite);
    expect(() => save(created.revision)).toThrow(code('LIBRARY_CHANGED'));
    expect(() => save(null)).toThrow(code('LIBRARY_NAME_TAKEN'));
    expect(readFileSync(inFolder('a.bench.yaml'), 'utf8')).toBe(`${text}# more\n`);
    save(created.revision, true);
    expect(readFileSync(inFolder('a.bench.yaml'), 'utf8')).toBe('new');
    library.remove('a.bench.yaml');
    expect(() => save(saved.revision)).toThrow(code('LIBRARY_CHANGED'));
    expect(readdirSync(inFolder('')).filter((name) => name !== '.trash')).toEqual([]);
  });

  it('finds free names for new experiments', () => {
    expect(library.create('My Experiment!', text).id).toBe('my-experiment.bench.yaml');
    expect(library.create('My Experiment!', text).id).toBe('my-experiment-2.bench.yaml');
  });

  it('does not read built-in experiments by path', () => {
    expect(() => library.read('built-in', '../secret')).toThrow(code('LIBRARY_NOT_FOUND'));
  });

  it('renames, but never onto another file', () => {
    library.create('a.bench.yaml', text);
    library.create('b.bench.yaml', `${text}# b\n`);
    const onto = () => library.rename('a.bench.yaml', 'b.bench.yaml');
    expect(onto).toThrow(code('LIBRARY_NAME_TAKEN'));
    expect(library.rename('a.bench.yaml', 'A.bench.yaml').id).toBe('A.bench.yaml');
    expect(library.rename('A.bench.yaml', 'c.bench.yaml').id).toBe('c.bench.yaml');
    expect(() => library.rename('a.bench.yaml', 'd.bench.yaml')).toThrow(code('LIBRARY_NOT_FOUND'));
    expect(own().map(({ id }) => id)).toEqual(['b.bench.yaml', 'c.bench.yaml']);
  });

  it('restores removed files, also where the name is taken by now', () => {
    library.create('a.bench.yaml', text);
    const first = library.remove('a.bench.yaml');
    expect(own()).toEqual([]);
    expect(library.restore(first.trashId).id).toBe('a.bench.yaml');
    const second = library.remove('a.bench.yaml');
    library.create('a.bench.yaml', 'another');
    expect(library.restore(second.trashId)).toMatchObject({ id: 'a-2.bench.yaml', name: 'Mine' });
    expect(() => library.restore(first.trashId)).toThrow(code('LIBRARY_NOT_FOUND'));
    for (const trashId of ['../a.bench.yaml', '12345678/../../a.bench.yaml', 'x']) {
      expect(() => library.restore(trashId)).toThrow(/LIBRARY|collection|expected/);
    }
  });

  it('does not follow links out of its folder', () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret.yaml'), 'secret');
    mkdirSync(inFolder(''), { recursive: true });
    symlinkSync(join(outside, 'secret.yaml'), inFolder('link.bench.yaml'));
    expect(own()).toEqual([]);
    expect(() => library.read('own', 'link.bench.yaml')).toThrow(code('LIBRARY_NOT_FOUND'));
    expect(() => library.save('link.bench.yaml', 'x', null, false)).toThrow(
      code('LIBRARY_NAME_TAKEN'),
    );
    library.save('link.bench.yaml', 'x', null, true);
    expect(readFileSync(join(outside, 'secret.yaml'), 'utf8')).toBe('secret');
  });

  it('says where and why when its folder cannot be used', () => {
    writeFileSync(inFolder(''), 'a file');
    const message = expect.stringContaining(inFolder(''));
    const unusable = expect.objectContaining({ code: 'LIBRARY_UNUSABLE', message });
    expect(() => library.list()).toThrow(unusable);
  });

  it('touches nothing outside its folder, whatever the name', () => {
    const parent = makeFolder();
    const guarded = new ExperimentCollection(join(parent, 'home', 'experiments'));
    const pieces = ['..', '/', '\\', 'a', '.bench.yaml', '\u0000', '.trash', '%2f'];
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join('')),
    );
    const attempt = (act: () => unknown) => {
      try {
        act();
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^LIBRARY_/) });
      }
    };
    fc.assert(
      fc.property(names, names, (one, other) => {
        attempt(() => guarded.save(one, text, null, true));
        attempt(() => guarded.rename(one, other));
        attempt(() => guarded.read('own', other));
        attempt(() => guarded.restore(one));
        attempt(() => guarded.remove(other));
      }),
      { numRuns: 150 },
    );
    expect(readdirSync(parent).filter((name) => name !== 'home')).toEqual([]);
    mkdirSync(join(parent, 'home'), { recursive: true });
    expect(readdirSync(join(parent, 'home'))).not.toContain('a');
  });
});

describe('a numbered name', () => {
  it('keeps its extension and stays a valid name', () => {
    expect(numberedName('a.bench.yaml', 2)).toBe('a-2.bench.yaml');
    expect(numberedName(`${'a'.repeat(105)}.bench.yml`, 12)).toBe(`${'a'.repeat(97)}-12.bench.yml`);
  });
});
