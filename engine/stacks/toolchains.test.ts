import { expect, it } from 'vitest';
import { toolchains, toolchainVersion } from './toolchains.ts';

it('toolchainVersion reads the version that a tool prints', async () => {
  const own = { ...toolchains.go, version: [process.execPath, '--version'] as const };
  const number = /v(\d+\.\d+\.\d+)/;
  expect(`v${await toolchainVersion({ ...own, number })}`).toBe(process.version);
});

it('toolchainVersion is null for a tool that is missing or prints no version', async () => {
  expect(await toolchainVersion({ ...toolchains.go, version: ['no-such-tool'] })).toBeNull();
  const own = { ...toolchains.go, version: [process.execPath, '--version'] as const };
  expect(await toolchainVersion({ ...own, number: /go(\d+)/ })).toBeNull();
});

const { build, start } = toolchains.java;
const option = (words: readonly string[] | undefined, name: string) =>
  words?.find((word) => word.startsWith(name))?.slice(name.length);

it('the services in Java map the class archive that the last step of their build creates', () => {
  const made = option(build('/out', '/sources').at(-1)?.command, '-XX:ArchiveClassesAtExit=');
  expect(made).toContain('services');
  expect(option(start('/out', '/sources', 1).command, '-XX:SharedArchiveFile=')).toBe(made);
});

it('the services in Java keep messages of the virtual machine off standard output', () => {
  const { command } = start('/out', '/sources', 1);
  expect(command.filter((word) => word.startsWith('-Xlog:'))).toEqual([
    '-Xlog:disable',
    '-Xlog:all=warning:stderr',
  ]);
});
