import { z } from 'zod';
import { stackFacts, stackSchema, stacks } from '../stacks.ts';
import {
  clientKindSchema,
  protocolSchema,
  type TextKind,
  textKindSchema,
  tlsLevelSchema,
} from '../words.ts';
import { type Connections, parseConnections } from './connections.ts';
import {
  databaseLevelSchema,
  datesLevelSchema,
  fieldsLevelSchema,
  gatewayLevelSchema,
  networkLevelSchema,
} from './environment-factors.ts';
import type { Experiment } from './experiment.ts';
import { type FactorName, type Surrounding, surroundings } from './factors.ts';
import type { Load } from './load.ts';
import { levelFor } from './protocol-levels.ts';
import { shapeSchema } from './shape.ts';
import { onlyServer, type ServerSettings, serverNameSchema } from './target.ts';
import { defaultSteady, steadyOf, type WarmUp } from './warm-up.ts';

/** One combination of levels. */
export const cellSchema = z.object({
  protocol: protocolSchema,
  shape: shapeSchema,
  /** Closed load only. */
  users: z.number().int().optional(),
  /** Open load only: arrivals per second. */
  rate: z.number().optional(),
  tls: tlsLevelSchema,
  client: clientKindSchema,
  /** Environment factors, present if the experiment lists them. */
  gateway: gatewayLevelSchema.optional(),
  database: databaseLevelSchema.optional(),
  network: networkLevelSchema.optional(),
  fields: fieldsLevelSchema.optional(),
  dates: datesLevelSchema.optional(),
  /** Values as named by `protocolLevels`, such as `rest per-user, grpc shared-4`. */
  connections: z.string().optional(),
  resumption: z.string().optional(),
  text: z.string().optional(),
  /** Name of one of the experiment's servers. */
  server: serverNameSchema.optional(),
  stack: stackSchema.optional(),
});
export type Cell = z.infer<typeof cellSchema>;

/** One planned execution of a cell. `index` counts from 0 in execution order, `repetition` from 1. */
export const plannedTrialSchema = z.object({
  index: z.number().int(),
  cell: cellSchema,
  repetition: z.number().int(),
});
export type PlannedTrial = z.infer<typeof plannedTrialSchema>;

/** A problem in an experiment file. Lines and columns count from 1; the path is like `factors.users[0]`. */
export const problemSchema = z.object({
  line: z.number().int(),
  column: z.number().int(),
  path: z.string(),
  /** The expected value, and how to fix it. */
  message: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;

/** The level of load fixed by a cell, as in `50 users` or `200 per second`; null if its load sets its own. */
export function describeLevel(cell: Pick<Cell, 'users' | 'rate'>): string | null {
  if (cell.users !== undefined) return `${cell.users} ${cell.users === 1 ? 'user' : 'users'}`;
  return cell.rate === undefined ? null : `${cell.rate} per second`;
}

/** A level of a cell's environment as text, `gateway on`, `network 30ms`, `Go`; null if absent. */
export function describeSurrounding(
  name: Surrounding,
  cell: Pick<Cell, Surrounding>,
): string | null {
  const level = cell[name];
  return level === undefined ? null : surroundingText(name, level);
}

/** A level of an environment factor as text: `gateway on`, `network 30ms`, `Go`. */
export function surroundingText(name: FactorName, level: string): string {
  const stack = name === 'stack' && stacks.find((one) => one === level);
  return stack ? stackFacts[stack].label : `${name} ${level}`;
}

/** The levels of a cell's environment as texts. */
export function describeSurroundings(cell: Pick<Cell, Surrounding>): string[] {
  return surroundings.flatMap((name) => describeSurrounding(name, cell) ?? []);
}

/** A one-line name of a cell: `grpc · small · 50 users · tls off · raw`. */
export function describeCell(cell: Cell): string {
  const { protocol, shape, tls, client } = cell;
  const parts = [protocol, shape, describeLevel(cell), `tls ${tls}`, client];
  return [...parts.filter((part) => part !== null), ...describeSurroundings(cell)].join(' · ');
}

/** How the users of a cell share connections: by its level, or else by the experiment's key. */
export function connectionsOf(
  { connections }: Pick<Experiment, 'connections'>,
  cell: Pick<Cell, 'protocol' | 'connections'>,
): Connections {
  const level = levelFor(cell.connections, cell.protocol);
  return level === undefined ? connections : parseConnections(level);
}

/** Whether the connections of a cell may resume TLS sessions: by its level, or else by the experiment's key. */
export function resumesSessions(
  { resumption }: Pick<Experiment, 'resumption'>,
  cell: Pick<Cell, 'protocol' | 'resumption'>,
): boolean {
  return (levelFor(cell.resumption, cell.protocol) ?? resumption) === 'on';
}

/** The characters of a cell's payload: by its level, or else by the experiment's key. */
export function textKindOf(
  { text }: Pick<Experiment, 'text'>,
  cell: Pick<Cell, 'protocol' | 'text'>,
): TextKind {
  const level = levelFor(cell.text, cell.protocol);
  return level === undefined ? text : textKindSchema.parse(level);
}

/**
 * The warm-up of closed and open load in a cell: that of the load, or else the default for its service:
 * until steady for services with just-in-time compilation, which takes many seconds, and none for others.
 */
export function warmUpOf(
  load: { readonly warmUp?: WarmUp | undefined },
  { stack }: Pick<Cell, 'stack'>,
): WarmUp {
  return load.warmUp ?? (stack === 'java' ? defaultSteady : 0);
}

/**
 * Whether the trials of a load may end before their planned time: because it finds the level it searches
 * for, or its metrics are steady before the maximum warm-up.
 */
export function mayEndEarly(load: Load, cells: readonly Pick<Cell, 'stack'>[]): boolean {
  if (load.model === 'search' || ('stopAt' in load && load.stopAt === 'saturation')) return true;
  if ('settle' in load) return steadyOf(load.settle) !== null;
  const isTimed = load.model === 'closed' || load.model === 'open';
  return isTimed && cells.some((cell) => steadyOf(warmUpOf(load, cell)) !== null);
}

/** The user's server that answers in a cell; undefined if it runs elsewhere, and for bundled services. */
export function serverOf(
  { servers }: Pick<Experiment, 'servers'>,
  { server = onlyServer }: Pick<Cell, 'server'>,
): ServerSettings | undefined {
  return servers[server];
}

/** Whether the load comes from the machine of the service, as far as known. */
export function sharesMachine(
  experiment: Pick<Experiment, 'target' | 'servers' | 'machines' | 'serviceOn'>,
): boolean {
  return experiment.machines === 0 && !isServedElsewhere(experiment);
}

/** Whether the service is on another machine than the experiment, as far as known. */
export function isServedElsewhere(
  experiment: Pick<Experiment, 'target' | 'servers' | 'serviceOn'>,
): boolean {
  return experiment.serviceOn !== undefined || isElsewhere(experiment);
}

/** Whether the service cannot be observed: it is not on this machine, or only an address is known. */
export function isElsewhere({ target, servers }: Pick<Experiment, 'target' | 'servers'>): boolean {
  return target !== 'bundled' && Object.keys(servers).length === 0;
}
