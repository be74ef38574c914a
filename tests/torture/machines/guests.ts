import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { joinReplySchema } from '../../../contracts/machines.ts';
import { parseJoinToken } from '../../../engine/machines/join-token.ts';
import { newSeed, publicKey, readKeys } from '../../../engine/machines/keys.ts';
import { openLink } from '../../../engine/machines/link.ts';
import { decodeMessage, encodeMessage } from '../../../engine/machines/objects.ts';
import { inboxes, subjects } from '../../../engine/machines/subjects.ts';
import { version } from '../../../engine/platform/version.ts';
import { script, startCommand } from '../../support/command-line.ts';
import { type Result, someTime, type Try } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import { clockLibrary } from '../kills/wall-clock.ts';
import { within } from '../within.ts';
import { exactFault, type Fleet, type FleetEnd } from './fleet.ts';
import type { FleetAttack } from './fleet-attack.ts';

const facts = {
  name: 'guest',
  wirebench: version(),
  node: process.version,
  os: 'Linux',
  cpu: 'any',
  cores: 1,
  memoryBytes: 1,
  threads: 1,
};

async function untouched(fleet: Fleet, end: FleetEnd): Promise<Result> {
  const fault = (await fleet.quiet(end)) ?? exactFault(end);
  return fault === null ? { held: 'reported' } : { broken: fault };
}

/** Tries to join during a run. @returns how the program ended. */
async function joinOnce(folder: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = startCommand(folder, [script, 'agent', '--name', 'guest', ...words], { env });
  const joined = command.until('stderr', /has joined/).then(
    () => 'joined' as const,
    () => 'ended' as const,
  );
  try {
    const how = await within('the guest has joined, or ends', joined);
    if (how === 'joined') command.child.kill('SIGINT');
    return { how, ...(await command.ended) };
  } finally {
    command.child.kill('SIGKILL');
  }
}

/** Changes one character of a key or of a fingerprint; both have only letters, digits, `-` and `_`. */
function spoilt(token: string, random: () => number): string {
  const place = Math.floor(random() * token.length);
  const other = token[place] === 'A' ? 'B' : 'A';
  return `${token.slice(0, place)}${other}${token.slice(place + 1)}`;
}

async function wrongToken({ random, planted, folder }: Try, fleet: Fleet): Promise<Result> {
  const token = planted ? fleet.token : spoilt(fleet.token, random);
  const place = ['--join', `127.0.0.1:${fleet.port}`, '--token', token];
  let joined = { how: 'ended', code: Number.NaN as number | null, stderr: '' };
  const end = await fleet.run({ seconds: 3 }, async () => {
    joined = await joinOnce(folder, place);
  });
  const { how, code, stderr } = joined;
  if (how === 'joined') return { broken: 'it joined' };
  const isReported = code === 2 && /JOIN_REFUSED|ARGUMENT_INVALID/.test(stderr);
  if (!isReported) return { broken: `it ended with ${code}: ${stderr.slice(-300)}` };
  return untouched(fleet, end);
}

/** On the guest's clock the certificate of the controller has expired, or is not valid yet. */
async function expired({ random, folder }: Try, fleet: Fleet): Promise<Result> {
  const place = ['--join', `127.0.0.1:${fleet.port}`, '--token', fleet.token];
  const years = pick(random, [-5, 30]);
  let joined = { how: 'ended', code: Number.NaN as number | null, stderr: '' };
  const end = await fleet.run({ seconds: 3 }, async () => {
    joined = await joinOnce(folder, place, {
      LD_PRELOAD: clockLibrary() ?? '',
      FAKETIME: `${years < 0 ? '' : '+'}${years}y`,
      FAKETIME_DISABLE_SHM: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
  });
  const { how, code, stderr } = joined;
  if (how === 'joined') return { broken: 'it joined' };
  const isReported = code === 2 && stderr.includes('JOIN_REFUSED') && stderr.includes('valid');
  if (!isReported) return { broken: `it ended with ${code}: ${stderr.slice(-300)}` };
  return untouched(fleet, end);
}

/** Address of the controller of a fleet, and the certificate that it must have. */
const placeOf = (fleet: Fleet) => ({
  host: '127.0.0.1',
  port: fleet.port,
  certificate: readFileSync(join(fleet.home, 'machines', 'certificate.pem'), 'utf8'),
});

/** Asks to join with the key of the token. @returns the controller's answer. */
async function asked(fleet: Fleet, wirebench: string, id: string) {
  const { seed } = parseJoinToken(fleet.token);
  const link = await openLink({ ...placeOf(fleet), seed, inbox: inboxes.join, name: 'guest' });
  try {
    const request = encodeMessage({ id, facts: { ...facts, wirebench } });
    return joinReplySchema.parse(decodeMessage((await link.request(subjects.join, request)).data));
  } finally {
    await link.close();
  }
}

async function otherVersion({ random, planted }: Try, fleet: Fleet): Promise<Result> {
  const other = pick(random, ['0.0.1', `${version()}-rc.1`, '', '99.0.0', `${version()} `]);
  const id = publicKey(newSeed());
  let refusal: string | null = null;
  const end = await fleet.run({ seconds: 2 }, async () => {
    const reply = await asked(fleet, planted ? version() : other, id);
    refusal = reply.ok ? null : `${reply.error.code} ${reply.error.message}`;
  });
  if (refusal === null) return { broken: `version "${other}" was let in` };
  return untouched(fleet, end);
}

/** Messages of an impostor. */
function forgeries(id: string, lease: string, random: () => number): [string, Buffer][] {
  const stint = { lease, stint: Math.floor(random() * 3) };
  const failed = { type: 'failed', error: { code: 'INTERNAL', message: 'forged' } };
  return [
    [subjects.do(id), encodeMessage({ type: 'stop', ...stint })],
    [subjects.do(id), encodeMessage({ type: 'release', lease })],
    [
      subjects.report(id, lease),
      encodeMessage({ first: 0, reports: [{ stint: stint.stint, report: failed }] }),
    ],
    [subjects.beat(id), encodeMessage({ facts, lease: null, loading: false })],
    [subjects.controller, encodeMessage({ controller: 'forged' })],
    ['$JS.API.STREAM.PURGE.WIREBENCH_REPORTS', Buffer.from('{}')],
    ['$JS.API.STREAM.DELETE.WIREBENCH_REPORTS', Buffer.from('{}')],
  ];
}

/** Listens to an agent for some heartbeats. @returns its lease, as far as it could be heard. */
async function leaseOf(link: NatsConnection, id: string): Promise<string> {
  let heard = '';
  const subscription = link.subscribe(subjects.beat(id), {
    callback: (error, message) => {
      if (!error) heard = /"lease":"([a-z0-9]+)"/.exec(message.string())?.[1] ?? heard;
    },
  });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  subscription.unsubscribe();
  return heard;
}

/** An admitted machine sends messages of others. @param planted gives it the rights of the controller. */
async function foreignAgent({ random, planted }: Try, fleet: Fleet): Promise<Result> {
  const client = await fleet.gathered();
  const victims = (await client.machines.state()).machines.map(({ id }) => id);
  const { seed: joinSeed } = parseJoinToken(fleet.token);
  const { controller } = await readKeys(join(fleet.home, 'machines'));
  const refused: string[] = [];
  const seed = planted ? controller : joinSeed;
  const inbox = planted ? inboxes.controller : inboxes.join;
  const link = await openLink({ ...placeOf(fleet), seed, inbox, name: 'foreign' });
  void (async () => {
    for await (const status of link.status()) {
      if (status.type === 'error') refused.push(String(status.error));
    }
  })();
  try {
    const end = await fleet.run({ seconds: 4 }, async () => {
      for (const id of victims) {
        const lease = (await leaseOf(link, id)) || 'abcdef0123456789';
        for (const [subject, content] of forgeries(id, lease, random))
          link.publish(subject, content);
        await link.flush();
        await someTime(random, 500);
      }
    });
    const result = await untouched(fleet, end);
    if ('broken' in result || planted) return result;
    return refused.length > 0 ? result : { broken: 'nothing was refused' };
  } finally {
    await link.close();
  }
}

export const guestAttacks = ({
  onClocks,
}: {
  onClocks: (attack: FleetAttack) => FleetAttack;
}): readonly FleetAttack[] => [
  { what: 'a wrong token', plant: 'a right token', attempt: wrongToken },
  { what: 'another version', plant: 'the same version', attempt: otherVersion },
  {
    what: 'a foreign agent that speaks for others',
    plant: 'a foreign agent with the key of the controller',
    attempt: foreignAgent,
  },
  onClocks({ what: 'an expired certificate', attempt: expired }),
];
