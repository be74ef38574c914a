import { describe, expect, it } from 'vitest';
import type { OwnService } from '../../contracts/own-service.ts';
import { type SentService, sentServiceSchema } from '../../contracts/sent-service.ts';
import { rowTable } from '../../tests/support/row-table.ts';
import { turnsOf } from '../../workers/pacing/turns.ts';
import { RowClaims, Rows } from '../../workloads/own-service/rows.ts';
import { putToken, tokenMemory, tokenReader } from '../../workloads/own-service/tokens.ts';
import { dealWorkers } from './deal.ts';
import { HeldService } from './held-service.ts';
import { decodeMessage, encodeMessage, ObjectShelf } from './objects.ts';
import { ServiceSender } from './service-sender.ts';

const rows = Array.from({ length: 1001 }, (_, row) => [`id ${row}`, `é"${row}`]);

function service(): OwnService {
  return {
    requests: [],
    mixes: [],
    flows: [],
    taken: [],
    data: [
      {
        ...rowTable(['id', 'name'], rows),
        pick: 'unique',
        taken: new SharedArrayBuffer(4),
      },
      { ...rowTable(['id', 'name'], rows.slice(0, 7)), name: 'p', pick: 'per-user' },
    ],
    schemas: [],
    secrets: ['key of a header', 'secret of the client'],
    tokens: [
      {
        name: 'oauth.rest',
        memory: tokenMemory(),
        oauth: {
          'token-url': 'https://login.example/token',
          'client-id': 'me',
          'client-secret': 'secret of the client',
          credentials: 'header',
        },
      },
    ],
    usernameTokens: [{ name: 'digest.soap', password: 'key of a header' }],
  };
}

/** The message as it arrives at the other end of a connection. */
const sentOver = (sent: SentService | undefined) =>
  sentServiceSchema.parse(decodeMessage(encodeMessage(sent)));

async function sending() {
  const shelf = new ObjectShelf();
  const sender = new ServiceSender(shelf);
  const given = service();
  const asked: string[] = [];
  const machine = () =>
    new HeldService(async (name, from) => {
      asked.push(`${name} ${from}`);
      return shelf.piece(name, from) ?? new Uint8Array();
    });
  return { sender, given, machine, asked };
}

describe('an own service sent to machines', () => {
  it('has the same rows there, of which each machine uses its own once', async () => {
    const { sender, given, machine, asked } = await sending();
    await sender.begin(given, 'trial', [2, 1]);
    const machines = [machine(), machine()];
    const used: string[] = [];
    for (const [place, held] of machines.entries()) {
      const custom = await held.take(sentOver(sender.sent(place)));
      const [table, few] = custom?.data ?? [];
      if (!table || !few) throw new Error('tables are missing');
      const reader = new Rows(table, 0);
      const claims = new RowClaims([table], new Set(['o']));
      // Two workers of a machine count together.
      const other = new RowClaims([table], new Set(['o']));
      while (claims.usedUp === null) {
        const claim = (used.length % 2 === 0 ? claims : other).next() ?? [];
        used.push(reader.text({ sequence: 0, seed: 1, claims: claim }, 1));
      }
      expect(() => claims.next()).toThrow(/of 1001 rows of o that were left for a machine/);
      expect(new Rows(few, 1).text({ sequence: 0, seed: 1, user: 9 }, 0)).toBe('id 2');
      expect(held.rowsTaken).toEqual({ o: (place === 0 ? 667 : 334) + 1 });
    }
    expect(used.sort()).toEqual(rows.map(([, name]) => name).sort());
    // One piece of either table for each machine.
    expect(asked).toHaveLength(4);
  });

  it('has the same row for a user, whichever machine has that user', async () => {
    const { sender, given, machine } = await sending();
    await sender.begin(given, 'trial', [2, 1]);
    const users = 20;
    const seen: [user: number, row: string][] = [];
    for (const [place, own] of dealWorkers([2, 1], 3).entries()) {
      const custom = await machine().take(sentOver(sender.sent(place)));
      const few = custom?.data[1];
      if (!few) throw new Error('a table is missing');
      for (const worker of own) {
        // Every worker reads the table for itself.
        const reader = new Rows(few, 1);
        const turns = turnsOf({ worker, workers: 3 });
        for (let index = 0; index < turns.countOf(users); index++) {
          const user = turns.numberOf(index);
          // In every iteration, whatever the number of the request.
          for (const sequence of [worker, 2 ** 32 + worker + 3 * index]) {
            seen.push([user, reader.text({ sequence, seed: sequence, user }, 0)]);
          }
        }
      }
    }
    // The table has seven rows, which users beyond them share.
    const expected = Array.from({ length: users }, (_, user) => [user, `id ${user % 7}`]);
    expect(seen.sort(([a], [b]) => a - b)).toEqual(expected.flatMap((one) => [one, one]));
  });

  it('is fetched once, however many stints there are', async () => {
    const { sender, given, machine, asked } = await sending();
    const held = machine();
    for (const trial of ['a', 'a', 'b']) {
      await sender.begin(given, trial, [1]);
      await held.take(sentOver(sender.sent(0)));
      sender.ended(0, held.rowsTaken ?? {});
    }
    expect(asked).toHaveLength(2);
  });

  it('continues with the remaining rows in the next stint of a trial, and with all in the next trial', async () => {
    const { sender, given } = await sending();
    const shareOf = async (trial: string | null, weights: readonly number[]) => {
      await sender.begin(given, trial, weights);
      return weights.map((_, place) => sentOver(sender.sent(place)).data[0]?.share);
    };
    expect(await shareOf('a', [1, 1])).toEqual([[[0, 501]], [[501, 1001]]]);
    sender.ended(0, { o: 1 });
    sender.ended(1, { o: 500 });
    expect(await shareOf('a', [1, 1])).toEqual([[[1, 251]], [[251, 501]]]);
    expect(await shareOf('b', [1, 0])).toEqual([[[0, 1001]], []]);
  });

  it('includes the newest tokens, and no secret used to request them', async () => {
    const { sender, given, machine } = await sending();
    const [cell] = given.tokens;
    if (!cell) throw new Error('a token is missing');
    putToken(cell, 'first');
    await sender.begin(given, null, [1]);
    const sent = sender.sent(0);
    const text = encodeMessage(sent).toString();
    expect(text).not.toContain('secret of the client');
    expect(text).not.toContain('login.example');
    expect(sent?.secrets).toEqual(['key of a header']);
    const held = machine();
    // The notification of the next one came before it had read its order.
    putToken(cell, 'second');
    held.renew(sender.tokens);
    const custom = await held.take(sentOver(sent));
    const [own] = custom?.tokens ?? [];
    if (!own) throw new Error('a token is missing');
    const token = tokenReader(own);
    expect(token()).toBe('second');
    putToken(cell, 'third');
    held.renew(sender.tokens);
    held.renew([{ name: cell.name, number: 2, token: 'second' }]);
    expect(token()).toBe('third');
  });

  it('says why an invalid one is refused', () => {
    const sent = { ...service(), tokens: [], data: [] };
    const table = { name: 'o', columns: ['a'], pick: 'unique', rows: 3, marksAt: 8 };
    const object = 'a'.repeat(64);
    const parse = (one: object) => sentServiceSchema.safeParse({ ...sent, data: [one] }).success;
    expect(parse({ ...table, object, bytes: 12 })).toBe(true);
    expect(parse({ ...table, object, bytes: 7 })).toBe(false);
    expect(parse({ ...table, object, bytes: 12, marksAt: 7 })).toBe(false);
    expect(parse({ ...table, object, bytes: 2 ** 40 })).toBe(false);
    expect(parse({ ...table, object: '../x', bytes: 12 })).toBe(false);
  });
});
