import { createServer, type Socket } from 'node:net';
import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { portOf } from './port-of.ts';

/** What a stand-in for PostgreSQL is to do. */
export interface WireOptions {
  /** Schemas that are there, and those of them whose lock another service holds. */
  readonly schemas?: readonly string[];
  readonly locked?: readonly string[];
  /** Connections beyond this number are refused, or never answered. */
  readonly connections?: number;
  readonly silent?: boolean;
}

interface Prepared {
  readonly text: string;
  values: readonly (string | null)[];
}

const message = (type: string, ...parts: (Buffer | string | number)[]): Buffer => {
  const content = Buffer.concat(parts.map(octets));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};

/** A text ends with a zero; a number is one of 32 bits. */
function octets(part: Buffer | string | number): Buffer {
  if (typeof part === 'string') return Buffer.from(`${part}\0`);
  if (typeof part !== 'number') return part;
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(part);
  return bytes;
}

const short = (value: number) => octets(value).subarray(2);
const types: Readonly<Record<string, number>> = { integer: 23, text: 25, boolean: 16 };
const ready = message('Z', Buffer.from('I'));
const failure = (code: string, text: string) =>
  message('E', Buffer.from('S'), 'ERROR', Buffer.from('C'), code, Buffer.from('M'), text, '');

/**
 * The wire of PostgreSQL, as far as the services use it, before an SQLite database in memory: in the
 * process of a test, without PostgreSQL. It ends with the test.
 */
export async function startPostgresWire(options: WireOptions = {}) {
  const tables = new Sqlite(':memory:');
  /** Every statement in its order, with its values. */
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  let names: string[] = [];

  /** Rows of a statement that SQLite cannot answer; null for any other. */
  function ownRows(text: string, values: readonly (string | null)[]): object[] | null {
    if (text.includes('pg_namespace'))
      return (options.schemas ?? []).map((nspname) => ({ nspname }));
    if (text.includes('pg_try_advisory_lock')) {
      return [{ free: !options.locked?.includes(`wirebench_${values[1]}`) }];
    }
    if (text.includes('pg_advisory_unlock')) return [{ free: true }];
    const [, verb, schema = ''] = /^(CREATE|DROP) SCHEMA (?:IF EXISTS )?"(\w+)"/.exec(text) ?? [];
    if (verb === 'CREATE') tables.exec(`ATTACH ':memory:' AS "${schema}"`);
    else if (verb === 'DROP' && !options.schemas?.includes(schema))
      tables.exec(`DETACH "${schema}"`);
    return verb === undefined ? null : [];
  }

  function answer(text: string, values: readonly (string | null)[]): Buffer[] {
    statements.push(values.length > 0 ? `${text} ${JSON.stringify(values)}` : text);
    const own = ownRows(text, values);
    if (own !== null)
      return rowsOf(
        own,
        Object.keys(own[0] ?? {}).map((name) => ({ name, type: null })),
      );
    if (values.some((value) => value?.includes('\u{1f4a5}')))
      throw new Refused('22021', 'no such text');
    const given = values.map((value) => (value === 'true' ? 1 : value === 'false' ? 0 : value));
    // Its placeholders are in their order.
    const statement = tables.prepare(text.replaceAll('COLLATE "C"', '').replace(/\$\d+/g, '?'));
    if (!statement.reader) {
      statement.run(...given);
      return [message('C', 'DONE')];
    }
    return rowsOf(statement.all(...given) as object[], statement.columns());
  }

  function rowsOf(
    rows: readonly object[],
    columns: readonly { name: string; type: string | null }[],
  ) {
    const described = columns.map(({ name, type }) => {
      const one = rows[0] === undefined ? null : Reflect.get(rows[0], name);
      const oid = types[type?.trim().toLowerCase() ?? ''] ?? (typeof one === 'boolean' ? 16 : 25);
      return { name, oid };
    });
    const heads = described.map(({ name, oid }) =>
      Buffer.concat([
        octets(name),
        octets(0),
        short(0),
        octets(oid),
        short(-1),
        octets(-1),
        short(0),
      ]),
    );
    const data = rows.map((row) =>
      message(
        'D',
        short(columns.length),
        ...described.map(({ name, oid }) => {
          const value: unknown = Reflect.get(row, name);
          const text = Buffer.from(oid === 16 ? (value ? 't' : 'f') : String(value));
          return Buffer.concat([octets(text.length), text]);
        }),
      ),
    );
    return [
      message('T', short(columns.length), ...heads),
      ...data,
      message('C', `SELECT ${rows.length}`),
    ];
  }

  function serve(socket: Socket): void {
    const prepared = new Map<string, string>();
    let [rest, isStarted, current]: [Buffer, boolean, Prepared] = [
      Buffer.alloc(0),
      false,
      { text: '', values: [] },
    ];
    const send = (act: () => Buffer[]): void => {
      try {
        socket.write(Buffer.concat(act()));
      } catch (error) {
        const text = String(error);
        const code =
          error instanceof Refused ? error.code : /UNIQUE|PRIMARY/.test(text) ? '23505' : '42601';
        socket.write(failure(code, text));
      }
    };
    const take = (type: string, body: Buffer): void => {
      const texts = body.toString().split('\0');
      if (type === 'Q') {
        send(() => answer(texts[0] ?? '', []));
        socket.write(ready);
      } else if (type === 'P') {
        prepared.set(texts[0] ?? '', texts[1] ?? '');
        if (texts[0]) names.push(texts[0]);
        current = { text: texts[1] ?? '', values: [] };
        socket.write(message('1'));
      } else if (type === 'B') {
        current = { text: prepared.get(texts[1] ?? '') ?? '', values: valuesIn(body) };
        socket.write(message('2'));
      } else if (type === 'E') send(() => answer(current.text, current.values));
      else if (type === 'S') socket.write(ready);
      else if (type === 'X') socket.end();
    };
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const isRefused = sockets.size > (options.connections ?? Number.POSITIVE_INFINITY);
    socket.on('data', (chunk) => {
      if (isRefused && options.silent) return;
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const head = isStarted ? 5 : 4;
        const end =
          rest.length < head ? Number.POSITIVE_INFINITY : rest.readInt32BE(head - 4) + head - 4;
        if (end > rest.length) return;
        const [type, body] = [rest.toString('latin1', 0, head - 4), rest.subarray(head, end)];
        rest = rest.subarray(end);
        if (isStarted) take(type, body);
        else if (isRefused) socket.end(failure('53300', 'too many clients'));
        else socket.write(Buffer.concat([message('R', 0), ready]));
        isStarted = true;
      }
    });
  }

  onTestFinished(() => void tables.close());
  const port = await portOf(createServer({ noDelay: true }, serve));
  return {
    url: `postgres://wirebench@127.0.0.1:${port}/any`,
    statements,
    /** Names of the statements prepared since the last call. */
    takeNames: (): readonly string[] => {
      const taken = names;
      names = [];
      return taken;
    },
    connections: () => sockets.size,
    /** Ends all connections. */
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

class Refused extends Error {
  readonly code: string;
  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/** The values of a Bind message, all of them texts. */
function valuesIn(body: Buffer): (string | null)[] {
  let at = body.indexOf(0, body.indexOf(0) + 1) + 1;
  at += 2 + 2 * body.readInt16BE(at);
  const values: (string | null)[] = [];
  const count = body.readInt16BE(at);
  at += 2;
  for (let index = 0; index < count; index++) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return values;
}
