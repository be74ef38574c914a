import { expect, it } from 'vitest';
import { freePort } from '../../tests/support/free-port.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { serverIdentity } from '../platform/tls/identity.ts';
import { admitted } from './join.ts';
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
