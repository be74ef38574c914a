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
