import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { startWirebench } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const experiment = `wirebench: 1
name: Alone
factors: {protocol: rest, shape: small, users: 2}
load: {model: closed, warmUp: 0s, requests: 101}
`;

/** Runs an experiment, and looks at what it loads, and whether it starts `nats-server`. */
async function watchedRun(args: readonly string[]) {
  const folder = temporaryFolder();
  const [file, loaded, started] = ['alone.bench.yaml', 'loaded', 'started'].map((name) =>
    join(folder, name),
  );
  const server = join(folder, 'nats-server');
  writeFileSync(file ?? '', experiment);
  writeFileSync(server, `#!/bin/sh\necho started > "${started}"\n`, { mode: 0o755 });
  const env = {
    WIREBENCH_NATS_SERVER: server,
    // From its sources, whose modules are those of the tree.
    WIREBENCH_BUILT: '',
    WIREBENCH_LOADED_MODULES: loaded,
    NODE_OPTIONS: `--import=${new URL('../../support/loaded-modules.ts', import.meta.url).href}`,
  };
  const words = ['run', file ?? '', '--json', '--quiet', ...args];
  const ended = await startWirebench(folder, words, { env }).ended;
  const modules = readFileSync(loaded ?? '', 'utf8').split('\n');
  return { ...ended, modules, startedServer: existsSync(started ?? '') };
}

const ofNats = (modules: readonly string[]) =>
  modules.filter((url) => /@nats-io|machines\/(nats-server|machine|own-hub|link|report)/.test(url));

describe('a run on one machine', () => {
  it('starts no nats-server, and loads nothing that speaks with one', async () => {
    const { code, stdout, modules, startedServer } = await watchedRun([]);
    expect(code).toBe(0);
    expect(startedServer).toBe(false);
    expect(modules.length).toBeGreaterThan(100);
    expect(ofNats(modules)).toEqual([]);
    const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
    expect(trial?.requests).toMatchObject({ ok: 101, failed: 0 });
    expect(trial?.accounting.serverCounted).toBe(trial?.accounting.issued);
    expect(Object.keys(trial ?? {})).not.toContain('machines');
    expect(Object.keys(trial ?? {})).not.toContain('places');
  });
});
