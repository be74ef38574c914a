import { z } from 'zod';
import { protocolFacts } from '../protocols.ts';
import { type Protocol, protocols } from '../words.ts';
import { placeSchemas, socketPlace } from './addresses.ts';
import { durationSchema } from './duration.ts';
import { boundedText, listOf } from './lengths.ts';
import { wholeNumber } from './numbers.ts';
import { setting } from './setting.ts';

/**
 * The services under test: bundled ones, addresses, and the user's own servers, which are started for each
 * trial, or are already running and only measured. Commands, environment and addresses may contain `{{port}}`.
 */

const text = (error: string) => boundedText(1, 10_000, error);

/** A name, usable as a level. */
export const serverNameSchema = z
  .string({ error: 'expected the name of a server' })
  .regex(
    /^[A-Za-z0-9][\w.-]{0,49}$/,
    'expected a name of letters, digits, dots, hyphens and underscores, at most 50 of them',
  );

/** The name that a machine reports when it joins. */
const machineNameSchema = boundedText(
  1,
  100,
  'expected the name of a machine, as wirebench agent prints it',
);

const wrongReady =
  'expected how to know that the server is ready, such as {http: /health}, {health: true} or {log: "listening"}';

const readySchema = z
  .strictObject(
    {
      http: setting(
        text('expected a path such as /health, or an address')
          .refine(
            (value) => /^\/|^https?:\/\//.test(value),
            'expected a path such as /health, or an address',
          )
          .optional(),
        {
          label: 'Ready by HTTP',
          doc: 'A path at the address of the service, or a whole address: the server is ready once it answers GET with a status from 200 to 399.',
          fallback: null,
          values: 'path or address',
          byDefault: 'none',
        },
      ),
      health: setting(
        z
          .union([z.literal(true), socketPlace], {
            error: 'expected true, or host:port such as 127.0.0.1:{{port}}',
          })
          .optional(),
        {
          label: 'Ready by its health',
          doc: 'Where its gRPC health service is: the server is ready once that says that it is serving; true for the address of the service.',
          fallback: null,
          values: '`true`, or `HOST:PORT`',
          byDefault: 'none',
        },
      ),
      log: setting(text('expected a part of a line').optional(), {
        label: 'Ready by its log',
        doc: 'A part of a line: the server is ready once it has written it.',
        fallback: null,
        values: 'text',
        byDefault: 'none',
      }),
      within: setting(durationSchema.prefault('60s'), {
        label: 'Time to get ready',
        doc: 'How long the server may take to get ready, before its trial fails.',
        kind: 'duration',
      }),
    },
    { error: wrongReady },
  )
  .refine(
    ({ http, health, log }) => [http, health, log].filter((one) => one !== undefined).length <= 1,
    'expected one of http, health and log',
  );

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'expected text or a number',
});

const startSchema = z.strictObject(
  {
    command: setting(
      z.union(
        [
          text('expected a command'),
          listOf(scalar.transform(String), 'word', { max: 1000, error: 'expected a command' }),
        ],
        { error: 'expected a command such as "java -jar server.jar", or the list of its words' },
      ),
      {
        label: 'Command',
        doc: 'The program and its arguments, as a text with quotes where needed, or as a list. No shell is involved.',
        likelihood: 'likely',
        values: 'text, or list of words',
      },
    ),
    folder: setting(text('expected a folder').default('.'), {
      label: 'Folder',
      doc: 'Where the program is started, relative to the experiment file.',
      likelihood: 'likely',
      subject: 'Folder of the server',
      values: 'folder',
    }),
    env: setting(
      z
        .record(z.string().regex(/^[A-Za-z_]\w*$/), scalar.transform(String), {
          error: 'expected environment variables, such as {PORT: "{{port}}"}',
        })
        .default({}),
      {
        label: 'Environment of the server',
        doc: 'Environment variables, besides those that Wirebench itself has, such as {PORT: "{{port}}"}.',
        likelihood: 'likely',
        values: 'mapping',
        byDefault: 'none',
      },
    ),
    ready: setting(readySchema.prefault({}), {
      label: 'Ready',
      doc: 'When the server counts as ready; by default, when it accepts a connection at the address of the service.',
    }),
    grace: setting(durationSchema.prefault('5s'), {
      label: 'Time to stop',
      doc: 'How long the server may take to end after SIGTERM, before it is ended by SIGKILL.',
      kind: 'duration',
    }),
  },
  { error: 'expected a server to start, such as {command: "node server.js {{port}}"}' },
);
export type StartSettings = z.infer<typeof startSchema>;

const watchSchema = z
  .strictObject(
    {
      port: setting(wholeNumber(1, 65_535, 'a port').optional(), {
        label: 'Port of the watched server',
        doc: 'The port on which it listens.',
        fallback: null,
        byDefault: 'none',
      }),
      pid: setting(wholeNumber(1, 4_194_304, 'a process').optional(), {
        label: 'Process of the watched server',
        doc: 'The number of its process.',
        fallback: null,
        byDefault: 'none',
      }),
    },
    { error: 'expected a server to watch, such as {port: 8080} or {pid: 4711}' },
  )
  .refine(
    ({ port, pid }) => (port === undefined) !== (pid === undefined),
    'expected either port or pid',
  );
export type WatchSettings = z.infer<typeof watchSchema>;

const serverKeys = {
  start: setting(startSchema.optional(), {
    label: 'Started server',
    doc: 'A server of your own that is started for each trial, measured and stopped.',
    fallback: null,
    byDefault: 'none',
    see: 'servers-that-wirebench-starts',
  }),
  watch: setting(watchSchema.optional(), {
    label: 'Watched server',
    doc: 'A server that already runs on this machine, whose CPU, memory and threads are measured.',
    fallback: null,
    byDefault: 'none',
    see: 'servers-that-wirebench-starts',
  }),
};

const serverSchema = z
  .strictObject(serverKeys, {
    error: 'expected a server, such as {start: {command: "node server.js {{port}}"}}',
  })
  .refine(
    ({ start, watch }) => (start === undefined) !== (watch === undefined),
    'expected either start or watch',
  );
/** An own server on this machine. */
export type ServerSettings = z.infer<typeof serverSchema>;

/** Addresses by protocol. */
const addresses = Object.fromEntries(
  protocols.map((protocol) => {
    const { label, address } = protocolFacts[protocol];
    const isUrl = address === 'url';
    const schema = setting(placeSchemas[protocol].optional(), {
      label: `Address of ${label}`,
      doc: `${isUrl ? 'Address' : 'Host and port'} of the ${label} service.`,
      values: isUrl ? '`http://HOST:PORT`, or with TLS `https://HOST:PORT`' : '`HOST:PORT`',
    });
    return [protocol, schema];
  }),
) as Record<Protocol, z.ZodOptional<z.ZodString>>;

/** The service under test: started for the run, here or on another machine, or addresses of services elsewhere. */
export const targetSchema = z.union(
  [
    z.literal('bundled'),
    z.strictObject({
      on: setting(machineNameSchema.optional(), {
        label: 'Machine of the services',
        doc: 'Name of a machine that runs wirebench agent: the bundled services are started there, and share no core with what generates the load.',
        fallback: null,
        likelihood: 'likely',
        values: 'name of a machine',
        byDefault: 'none',
        see: 'the-service-on-another-machine',
      }),
      ...addresses,
      ...serverKeys,
      servers: setting(
        z
          .record(serverNameSchema, serverSchema, {
            error: 'expected servers by name, such as {old: {start: {command: "./old {{port}}"}}}',
          })
          .refine((servers) => Object.keys(servers).length > 0, 'expected at least one server')
          .optional(),
        {
          label: 'Servers',
          doc: 'Several servers by name, each with start or watch: the levels of the factor server.',
          fallback: null,
          likelihood: 'likely',
          values: 'mapping',
          byDefault: 'none',
          see: 'servers-that-wirebench-starts',
        },
      ),
    }),
  ],
  {
    error:
      'expected "bundled", or addresses such as {rest: "http://host:8080", grpc: "host:50051"}, or a server to start',
  },
);
type Target = z.output<typeof targetSchema>;

/** The machine for bundled services; undefined if it is this one, and for other targets. */
export function machineOfServices(target: Target): string | undefined {
  return target === 'bundled' ? undefined : target.on;
}

/** Whether bundled services are started, on any machine. */
export function isBundled(target: Target): boolean {
  return target === 'bundled' || target.on !== undefined;
}

/** Addresses by protocol. */
export type Addresses = Readonly<Partial<Record<Protocol, string>>>;

/** The only server of an experiment without named ones. */
export const onlyServer = '';

/** The servers of a target by name; empty for addresses and bundled services. */
export function serversOf(target: Target): Readonly<Record<string, ServerSettings>> {
  if (target === 'bundled') return {};
  const { start, watch, servers } = target;
  if (servers) return servers;
  return start || watch ? { [onlyServer]: { start, watch } } : {};
}

/** Default address of a started server: this machine, at its assigned port. */
export function startedAddress(protocol: Protocol, secure: boolean): string {
  const place = '127.0.0.1:{{port}}';
  if (protocolFacts[protocol].address !== 'url') return place;
  return `${secure ? 'https' : 'http'}://${place}`;
}
