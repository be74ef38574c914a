import { describe, expect, it } from 'vitest';
import { isGood } from './attempt.ts';
import { commands, commandsOf } from './commands.ts';
import { isElsewhere, serverOf } from './experiment/cell.ts';
import { tlsRemedy } from './experiment/own-tls.ts';
import { remoteTargetSchema, speaksTls } from './services.ts';
import { toolchainWords } from './stacks.ts';
import { tlsFields } from './worker-messages.ts';

describe('a saved target', () => {
  const read = (part: object) => {
    const given = { name: ' Lab ', addresses: { rest: 'http://lab/' }, grpcTls: true, ...part };
    const { success, data, error } = remoteTargetSchema.safeParse(given);
    return success ? data : error.issues.map(({ path }) => path.join('.'));
  };

  it('has a name and an address that suits its protocol', () => {
    expect(read({})).toEqual({ name: 'Lab', addresses: { rest: 'http://lab/' }, grpcTls: true });
    expect(read({ addresses: { rest: 'http://lab/', grpc: 'lab:5000' } })).toHaveProperty(
      'addresses.grpc',
    );
    expect(read({ addresses: { rest: 'lab:5000', grpc: 'lab:5000' } })).toEqual(['addresses.rest']);
    expect(read({ addresses: { rest: 'http://lab/', grpc: 'http://lab/' } })).toEqual([
      'addresses.grpc',
    ]);
    expect(read({ addresses: {} })).toEqual(['addresses']);
    expect(read({ name: ' ' })).toEqual(['name']);
    expect(read({ name: 'x'.repeat(81) })).toEqual(['name']);
  });

  it.each([
    ['rest', 'https://lab/', false, true],
    ['rest', 'HTTPS://lab/', false, true],
    ['rest', 'http://lab/', true, false],
    ['grpc', 'lab:5000', true, true],
    ['grpc', 'lab:5000', false, false],
  ] as const)('%s at %s speaks TLS (%s): %s', (protocol, address, grpcTls, tls) => {
    expect(speaksTls(protocol, address, grpcTls)).toBe(tls);
  });
});

describe('an attempt', () => {
  const answer = {
    status: 200,
    headers: [],
    body: '',
    connectMs: 1,
    answerMs: 1,
    bytes: { sent: 1, received: 1 },
  };
  const passed = { check: 'a', wrong: null };

  it('is good with an answer whose checks passed and values were taken', () => {
    expect(isGood({ answer, checks: [] })).toBe(true);
    expect(isGood({ answer, checks: [passed] })).toBe(true);
    expect(isGood({ answer, checks: [passed, { check: 'b', wrong: 'x' }] })).toBe(false);
    expect(isGood({ answer, checks: [passed], untaken: 'x' })).toBe(false);
    expect(isGood({ answer: null, checks: [passed] })).toBe(false);
  });
});

describe('the commands of the menus', () => {
  it('are in one menu each, with keys of their own', () => {
    const groups = (['File', 'Run', 'Go to', 'Help'] as const).map(commandsOf);
    expect(groups.flat()).toEqual(commands);
    expect(groups.map((group) => group[0]?.name)).toEqual(['new', 'run', 'view-start', 'keyboard']);
    const keys = commands.flatMap((command) => command.keys ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });
});

describe('TLS', () => {
  it.each([
    ['ERR_TLS_CERT_ALTNAME_INVALID', '', 'server-name'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', '', '.ca'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', '', '.ca'],
    ['EPROTO', 'tlsv1 alert unknown ca', '.certificate'],
    ['ECONNREFUSED', '', null],
  ])('has a remedy for %s %s', (code, message, words) => {
    const remedy = tlsRemedy({ kind: 'tls', code, message }, 'rest');
    if (words === null) expect(remedy).toBeNull();
    else expect(remedy).toContain(`service.rest.tls${words.startsWith('.') ? words : `.${words}`}`);
  });

  it('looks at the message of failures of TLS only', () => {
    const failure = { code: 'EPROTO', message: 'alert bad certificate' };
    expect(tlsRemedy({ kind: 'reset', ...failure }, 'rest')).toBeNull();
    expect(tlsRemedy({ kind: 'tls', ...failure }, 'rest')).not.toBeNull();
  });

  it('is verified unless that is turned off', () => {
    const versions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as const;
    const tls = { ...versions, ca: ['ca'], serverName: 'a', identity: null };
    const verified = { ...versions, ca: ['ca'], rejectUnauthorized: true };
    expect(tlsFields(tls)).toEqual(verified);
    const identity = { cert: 'c', key: 'k' };
    expect(tlsFields({ ...tls, identity, verify: false })).toEqual({
      ...verified,
      ...identity,
      rejectUnauthorized: false,
    });
  });
});

it('a toolchain is named with its version', () => {
  expect(toolchainWords({ toolchain: { command: 'go', version: '1.26.8' } })).toBe('go 1.26.8');
  expect(toolchainWords({ toolchain: null })).toBe('none');
});

it('the server of a cell is the one that it names, or the only one', () => {
  const [one, two] = [{ command: ['a'] }, { command: ['b'] }] as never[];
  const servers = { '': one, other: two } as never;
  expect(serverOf({ servers }, {})).toBe(one);
  expect(serverOf({ servers }, { server: 'other' })).toBe(two);
  expect(serverOf({ servers }, { server: 'none' })).toBeUndefined();
  expect(isElsewhere({ target: 'bundled', servers: {} })).toBe(false);
  expect(isElsewhere({ target: { rest: 'http://lab/' }, servers: {} } as never)).toBe(true);
  expect(isElsewhere({ target: { rest: 'http://lab/' }, servers } as never)).toBe(false);
});
