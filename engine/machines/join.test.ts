import { describe, expect, it } from 'vitest';
import { freePort } from '../../tests/support/free-port.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { serverIdentity } from '../platform/tls/identity.ts';
import { admitted, joinController } from './join.ts';
import { formatJoinToken } from './join-token.ts';
import { newSeed } from './keys.ts';

it('tries to connect to an own server until that is gone, and says why', async () => {
  const { cert } = await serverIdentity(temporaryFolder(), ['127.0.0.1']);
  const gone = new AbortController();
  const connecting = admitted(
    {
      host: '127.0.0.1',
      port: await freePort(),
      seed: newSeed(),
      certificate: cert,
      inbox: '_INBOX_test',
      name: 'test',
    },
    gone.signal,
  );
  gone.abort(new Error('it ended (SIGKILL)'));
  await expect(connecting).rejects.toThrow('it ended (SIGKILL)');
});

describe('a machine', () => {
  const address = { scheme: 'tls', host: '127.0.0.1', port: 1, path: '' } as const;
  const join = async (token: object, addresses: readonly object[]) =>
    joinController({
      addresses: addresses as never,
      token: formatJoinToken({
        seed: newSeed(),
        fingerprints: ['x'.repeat(43)],
        isShared: false,
        ...token,
      } as never),
      login: { by: 'nothing' },
      trust: { by: 'system' },
      facts: { name: 'box' } as never,
    });

  it.each([
    [
      'ARGUMENT_INVALID',
      /^--token: the token names no certificate$/,
      { fingerprints: [] },
      [address],
    ],
    ['ARGUMENT_INVALID', /^--join: .* which has one address$/, {}, []],
    ['ARGUMENT_INVALID', /^--join: .* which has one address$/, {}, [address, address]],
    ['ARGUMENT_INVALID', /^--join: .* which has one address$/, {}, [{ ...address, scheme: 'ws' }]],
  ])('does not join with %s: %s', async (code, message, token, addresses) => {
    await expect(join(token, addresses)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it('says where it found no controller, or no existing server', async () => {
    const there = { ...address, port: await freePort() };
    await expect(join({}, [there])).rejects.toMatchObject({
      code: 'CONTROLLER_UNREACHABLE',
      message: expect.stringContaining(`127.0.0.1:${there.port}: connect ECONNREFUSED`),
    });
    await expect(join({ isShared: true }, [{ ...there, scheme: 'nats' }])).rejects.toMatchObject({
      code: 'CONTROLLER_UNREACHABLE',
      message: expect.stringMatching(/^NATS server: /),
    });
  });
});
