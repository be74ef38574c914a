import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys';
import { describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { agentBy, joinedBy, startControllerBy, startNats } from '../../support/existing-nats.ts';
import { freePort } from '../../support/free-port.ts';
import { withoutNats } from '../../support/machines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const brief = `wirebench: 1
name: Brief
factors: {protocol: rest, shape: small, users: 4}
load: {model: closed, warmUp: 0s, requests: 301}
`;

const seedOf = (key: KeyPair) => new TextDecoder().decode(key.getSeed());
const encoded = (content: string | Uint8Array) => Buffer.from(content).toString('base64url');

/** A JWT as NATS has them. */
function jwtOf(issuer: KeyPair, subject: KeyPair, nats: Record<string, unknown>): string {
  const claims = {
    jti: 'A'.repeat(52),
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: 'test',
    nats: { ...nats, version: 2 },
  };
  const text = [{ typ: 'JWT', alg: 'ed25519-nkey' }, claims]
    .map((one) => encoded(JSON.stringify(one)))
    .join('.');
  return `${text}.${encoded(issuer.sign(new TextEncoder().encode(text)))}`;
}

const unlimited = { subs: -1, data: -1, payload: -1 };
const accountLimits = {
  ...unlimited,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: -1,
};

/** What the server has to know of a login, and the file for it. */
const logins: Record<string, () => { readonly configuration: string; readonly file: string }> = {
  'the seed of a key': () => {
    const user = createUser();
    return {
      configuration: `authorization { users: [{ nkey: ${user.getPublicKey()} }] }`,
      file: seedOf(user),
    };
  },
  'a token': () => ({
    configuration: 'authorization { token: "a: secret" }',
    file: 'token: a: secret',
  }),
  'what nsc writes': () => {
    const [operator, account, system, user] = [
      createOperator(),
      createAccount(),
      createAccount(),
      createUser(),
    ];
    const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
    const preload = [
      [account, { ...accountLimits, ...storage }],
      [system, accountLimits],
    ] as const;
    const accounts = preload.map(([one, limits]) => {
      const jwt = jwtOf(operator, one, { type: 'account', limits });
      return `${one.getPublicKey()}: ${jwt}`;
    });
    const operatorJwt = jwtOf(operator, operator, {
      type: 'operator',
      system_account: system.getPublicKey(),
    });
    const jwt = jwtOf(account, user, { type: 'user', ...unlimited });
    return {
      configuration: `operator: ${operatorJwt}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${accounts.join('\n  ')}
}`,
      file: `-----BEGIN NATS USER JWT-----
${jwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seedOf(user)}
------END USER NKEY SEED------
`,
    };
  },
};

describe.skipIf(withoutNats !== null)(
  `credentials of a NATS server that runs already${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it.each(Object.keys(logins))('may be %s', async (name) => {
      const { configuration = '', file = '' } = logins[name]?.() ?? {};
      const folder = temporaryFolder();
      const port = await freePort();
      await startNats(
        `listen: "127.0.0.1:${port}"
server_name: login
jetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }
${configuration}
`,
        port,
        folder,
      );
      const credentials = join(folder, 'credentials');
      writeFileSync(credentials, file);
      const { run, line } = await startControllerBy(`nats://127.0.0.1:${port}`, brief, [
        ...['--agents', '1', '--json', '--nats-credentials', credentials],
      ]);
      expect(line).not.toContain(file.trim());
      const without = await agentBy(line, 'without').ended;
      expect(without.stderr).toContain('JOIN_REFUSED');
      await joinedBy(line, 'north', [], { WIREBENCH_NATS_LOGIN: file });
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial?.requests.ok).toBe(301);
    });
  },
);
