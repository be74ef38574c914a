import { z } from 'zod';
import { protocolNames } from './protocols.ts';

/**
 * The shared vocabulary of all boundaries: one word for one thing. Names match the experiment file, the
 * screens and the documentation.
 */

/** Protocol on the wire; facts about each are in `protocols.ts`. */
export const protocolSchema = z.enum(protocolNames);
export type Protocol = z.infer<typeof protocolSchema>;
export const protocols = protocolSchema.options;

/** Implementation of the client: `raw` is Wirebench's lean driver, `library` is the one that applications use. */
export const clientKindSchema = z.enum(['raw', 'library']);
export type ClientKind = z.infer<typeof clientKindSchema>;
export const clientKinds = clientKindSchema.options;

/** Transport security. `on` negotiates the best common version; `mtls` also sends a client certificate. */
export const tlsLevelSchema = z.enum(['off', 'on', 'tls1.2', 'tls1.3', 'mtls']);
export type TlsLevel = z.infer<typeof tlsLevelSchema>;
export const tlsLevels = tlsLevelSchema.options;

/** A small service domain with its operations and message types. */
export const workloadNameSchema = z.enum(['product', 'inventory', 'store', 'delivery', 'team']);
export type WorkloadName = z.infer<typeof workloadNameSchema>;
export const workloadNames = workloadNameSchema.options;

/** Subject of an experiment: a bundled workload, or `custom`, an own service. */
export const subjectSchema = z.enum([...workloadNames, 'custom']);
export type Subject = z.infer<typeof subjectSchema>;

/** Storage of a service: in memory, in its own file, or in a PostgreSQL database. */
export const databaseKindSchema = z.enum(['none', 'sqlite', 'postgres']);

/** Characters of a generated text; see `workloads/messages/text.ts`. */
export const textKindSchema = z.enum(['ascii', 'escaped', 'multibyte']);
export type TextKind = z.infer<typeof textKindSchema>;

/** Share of the answers that is decoded and compared with the expected ones. */
export const verifySchema = z.enum(['none', 'sample', 'all']);
export type Verify = z.infer<typeof verifySchema>;

/** Execution order of a run's trials. */
export const orderSchema = z.enum(['listed', 'random', 'interleaved']);

/** Unit of a load level: users of closed load, or arrivals per second of open load. */
export const levelUnitSchema = z.enum(['users', 'rate']);
export type LevelUnit = z.infer<typeof levelUnitSchema>;

/** Spacing of open arrivals: even, or a Poisson process. */
export const arrivalsSchema = z.enum(['constant', 'poisson']);
export type Arrivals = z.infer<typeof arrivalsSchema>;

/**
 * A round of a trial: a second of a `ramp`, a `step` of a ladder, a `stage`, or of a search a round of
 * `discovery` (doubling), a `probe` (bisection) or the `final` one.
 */
export const roundKindSchema = z.enum([
  'ramp',
  'step',
  'stage',
  'look',
  'discovery',
  'probe',
  'final',
]);
export type RoundKind = z.infer<typeof roundKindSchema>;

/** Whether the results of a trial can be trusted: `client-bound` means the generator was the limit. */
export const verdictSchema = z.enum(['ok', 'suspect', 'client-bound']);
export type Verdict = z.infer<typeof verdictSchema>;

/** How likely a difference in settings or environment explains a difference in results. */
export const likelihoodSchema = z.enum(['likely', 'possible', 'unlikely']);
export type Likelihood = z.infer<typeof likelihoodSchema>;

/** State of a trial. `interrupted`: the engine died while it ran. */
export const trialStatusSchema = z.enum([
  'waiting',
  'running',
  'completed',
  'failed',
  'stopped',
  'skipped',
  'interrupted',
]);
export type TrialStatus = z.infer<typeof trialStatusSchema>;

/** State of a run. A run with a failed trial is `failed`; the others of its trials remain valid. */
export const runStatusSchema = z.enum(['running', 'completed', 'failed', 'stopped', 'interrupted']);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** Phase of a trial: `warm-up` and `drain` are excluded from all metrics. */
export const phaseSchema = z.enum(['warm-up', 'measured', 'drain']);
export type Phase = z.infer<typeof phaseSchema>;

/**
 * `different`: the interval excludes 1, and the result passes Holm's correction. `tentative`: the interval
 * excludes 1, but with this many comparisons of one metric, one such result is expected by chance.
 * `undetected`: the interval contains 1. `untold`: there is no interval. `unlike`: one side counts requests
 * and the other iterations, so there is no ratio. `alike`: the interval lies within the margin of a difference worth
 * mentioning; only where repetitions end when comparisons are decided.
 */
export const comparedFindingSchema = z.enum([
  'different',
  'tentative',
  'undetected',
  'untold',
  'unlike',
  'alike',
]);
export type ComparedFinding = z.infer<typeof comparedFindingSchema>;
