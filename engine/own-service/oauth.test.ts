import { describe, expect, it } from 'vitest';
import { ownHttpService } from '../../tests/support/own-services.ts';
import { tokenMemory } from '../../workloads/own-service/tokens.ts';
import { TokenKeeper } from './oauth.ts';

/** Issues tokens that expire immediately, except below `/none`. */
function tokenServer() {
  const body = JSON.stringify({ access_token: 'abc', expires_in: 0.01 });
  return ownHttpService(({ path }) => ({ status: path.startsWith('/none') ? 401 : 200, body }));
}

const cell = (url: string) => ({
  name: url,
  memory: tokenMemory(),
  oauth: {
    'token-url': url,
    'client-id': 'me',
    'client-secret': 'x',
    credentials: 'header' as const,
  },
});

describe('tokens', () => {
  it('are no longer renewed when another one was refused', async () => {
    const { address, seen } = await tokenServer();
    const asked = (path: string) => seen.filter(({ call }) => call === `POST ${path}`).length;
    const tokens = [cell(`${address}/given`), cell(`${address}/none`)];
    await expect(TokenKeeper.open({ tokens, secrets: [] })).rejects.toMatchObject({
      code: 'TOKEN_REFUSED',
    });
    const keeper = await TokenKeeper.open({ tokens: [cell(`${address}/other`)], secrets: [] });
    await expect.poll(() => asked('/other'), { timeout: 60_000 }).toBeGreaterThan(3);
    keeper.close();
    expect(asked('/given')).toBe(1);
  });

  it('are refused without revealing a secret in the address', async () => {
    const { address } = await tokenServer();
    const tokens = [cell(`${address}/none/open-sesame`)];
    await expect(TokenKeeper.open({ tokens, secrets: ['open-sesame'] })).rejects.toThrow(
      `No access token came from ${address}/none/•••: status 401`,
    );
  });
});
