import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { protocolFacts } from '../../contracts/protocols.ts';
import { interfaceTexts } from './interface-texts.ts';

describe('the interface files in the repository', () => {
  it.each(Object.entries(interfaceTexts()))(
    '%s matches its workload; scripts/generate-interfaces.ts regenerates it',
    (path, text) => {
      expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
    },
  );

  it('are in the folders that builds include', async () => {
    const builds = new URL('./builds.mjs', import.meta.url).href;
    const { interfaceFolders } = (await import(builds)) as { interfaceFolders: string[] };
    const folders = Object.values(protocolFacts).map((facts) => facts.interface.folder);
    expect(interfaceFolders).toEqual(folders.filter((folder) => folder !== null).sort());
  });
});
