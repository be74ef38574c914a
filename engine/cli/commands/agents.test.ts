import { describe, expect, it } from 'vitest';
import { maxWatchedParts } from '../../../contracts/watched.ts';
import { beginCommand } from '../../../tests/support/begun-command.ts';
import { wirebench } from '../../../tests/support/command-line.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { formatJoinToken } from '../../machines/join-token.ts';
import { newSeed } from '../../machines/keys.ts';

const token = formatJoinToken({ seed: newSeed(), fingerprints: ['A'.repeat(43)], isShared: false });

describe('an agent', () => {
  const join = async (...more: string[]) => [
    'agent',
    '--join',
    `127.0.0.1:${await freePort()}`,
    '--token',
    token,
    ...more,
  ];

  it('ends where no controller answers', async () => {
    const { code, stdout, stderr } = await wirebench(temporaryFolder(), await join());
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('(CONTROLLER_UNREACHABLE)');
  });

  it('may wait for one, until it is interrupted', async () => {
    const begun = beginCommand(temporaryFolder(), await join('--wait'));
    await begun.until('stderr', /Waiting for the controller; press Ctrl-C to leave\.\n/);
    begun.interrupt();
    expect(await begun.ended).toBe(130);
    expect(begun.text('stderr')).toMatch(/Leaving; load that runs is ended\.\n$/);
    expect(begun.text('stderr').match(/Waiting/g)).toHaveLength(1);
  });

  it('may watch its machine, and not too much of it', async () => {
    const parts = (count: number) =>
      Array.from({ length: count }, (_none, index) => ['--process', `none-${index}`]).flat();
    const tooMany = await wirebench(
      temporaryFolder(),
      await join('--watch', ...parts(maxWatchedParts), '--container', 'x'),
    );
    expect([tooMany.code, tooMany.stderr]).toEqual([
      2,
      expect.stringContaining(`At most ${maxWatchedParts} `),
    ]);
  });
});

describe('agents of a cluster', () => {
  const agents = (...args: string[]) =>
    wirebench(temporaryFolder(), ['agents', '--kubernetes', '3', '--print', ...args]);

  it('have the address and token of their controller as a secret', async () => {
    const { code, stdout, stderr } = await agents('--join', 'lab.example:4222', '--token', token);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('kind: Secret');
    for (const value of [token, 'lab.example:4222']) {
      expect(
        [value, Buffer.from(value).toString('base64')].some((text) => stdout.includes(text)),
      ).toBe(true);
    }
    const half = await agents('--token', token);
    expect(half.stdout).not.toContain('kind: Secret');
    expect(half.stderr).toContain('the Secret is left out');
  });

  it('do not join the pod itself', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const { code, stderr } = await agents('--join', `${host}:4222`, '--token', token);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is the pod itself')]);
    }
  });
});
