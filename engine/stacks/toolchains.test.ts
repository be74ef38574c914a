import { describe, expect, it } from 'vitest';
import { toolchains, toolchainVersion } from './toolchains.ts';

describe('toolchainVersion', () => {
  it('reads the number that a tool tells', async () => {
    const own = { ...toolchains.go, version: [process.execPath, '--version'] as const };
    const number = /v(\d+\.\d+\.\d+)/;
    expect(`v${await toolchainVersion({ ...own, number })}`).toBe(process.version);
  });

  it('is null of a tool that is not here, or does not tell', async () => {
    expect(await toolchainVersion({ ...toolchains.go, version: ['no-such-tool'] })).toBeNull();
    const own = { ...toolchains.go, version: [process.execPath, '--version'] as const };
    expect(await toolchainVersion({ ...own, number: /go(\d+)/ })).toBeNull();
  });
});

describe('the services in Java', () => {
  const { build, start } = toolchains.java;
  const option = (words: readonly string[] | undefined, name: string) =>
    words?.find((word) => word.startsWith(name))?.slice(name.length);

  it('map the archive of classes that the last step of their build makes', () => {
    const made = option(build('/out', '/sources').at(-1)?.command, '-XX:ArchiveClassesAtExit=');
    expect(made).toContain('services');
    expect(option(start('/out', '/sources', 1).command, '-XX:SharedArchiveFile=')).toBe(made);
  });

  it('say nothing of the virtual machine on standard output', () => {
    const { command } = start('/out', '/sources', 1);
    expect(command.filter((word) => word.startsWith('-Xlog:'))).toEqual([
      '-Xlog:disable',
      '-Xlog:all=warning:stderr',
    ]);
  });
});
