import type { CheckedExperiment } from '../../../../contracts/engine-api.ts';
import { protocols } from '../../../../contracts/words.ts';
import { countOf, formatCount, formatWholeSeconds, inSeries } from '../../../../metrics/format.ts';
import { levelDigits, levelsOfCells, levelText, levelUnit } from '../../../../metrics/levels.ts';
import { protocolStyle } from '../../../look/protocols.ts';

type Plan = NonNullable<CheckedExperiment['plan']>;

/** Facts about the experiment that are not in its plan. */
export interface PlanContext {
  /** The target is not started by Wirebench. */
  readonly remote: boolean;
  /** The machine that bundled services are started on; undefined for this one. */
  readonly on?: string | undefined;
  /** Number of own servers to start. */
  readonly started: number;
  /** Other machines that generate the load; 0 if this one does. */
  readonly machines: number;
  /** The load may end before its time: a ramp at saturation, a search that has found its level. */
  readonly atMost: boolean;
  /** Description of a load that sets its own levels, such as `a ramp to 500 users`; else null. */
  readonly load: string | null;
}

function levelRange(plan: Plan): string | null {
  const cells = plan.trials.map(({ cell }) => cell);
  const unit = levelUnit(cells);
  const levels = levelsOfCells(cells);
  const [least, most] = [levels[0] ?? null, levels.at(-1) ?? null];
  if (unit === null || least === null || most === null) return null;
  return least === most
    ? levelText(unit, most)
    : `${levelDigits(least)} to ${levelText(unit, most)}`;
}

/** The expected time of a plan in words; empty if unknown. */
function expectedTime(plan: Plan, atMost: boolean): string {
  const { seconds, longestSeconds } = plan;
  if (seconds === null) return '';
  if (longestSeconds !== undefined && longestSeconds > seconds) {
    return `${formatWholeSeconds(seconds)} to ${formatWholeSeconds(longestSeconds)}`;
  }
  return `${atMost ? 'at most' : 'about'} ${formatWholeSeconds(seconds)}`;
}

/** Phrase for the services: whether they are started, and where they are. */
function doneTo(
  { remote, started, on = 'this computer' }: Pick<PlanContext, 'remote' | 'started' | 'on'>,
  services: string,
) {
  if (started === 1) return `Starts your server and loads its ${services}`;
  if (started > 1) return `Starts your ${formatCount(started)} servers and loads their ${services}`;
  return remote
    ? `Loads the ${services} at the addresses given`
    : `Starts and loads the ${services} on ${on}`;
}

/** Effect of Run, in one sentence. */
export function runSentence(
  plan: Plan,
  { atMost, load, machines, ...target }: PlanContext,
): string {
  const names = protocols
    .filter((protocol) => plan.trials.some(({ cell }) => cell.protocol === protocol))
    .map((protocol) => protocolStyle(protocol).label);
  const services = names.length === 1 ? 'service' : 'services';
  const level = levelRange(plan) ?? load;
  const how = level === null ? '' : ` with ${level}`;
  const from = machines === 0 ? '' : ` from ${countOf(machines, 'machine')}`;
  const time = expectedTime(plan, atMost);
  const orMore = plan.longestSeconds === undefined ? '' : ' or more';
  const trials = `${countOf(plan.trials.length, 'trial')}${orMore}`;
  return `${doneTo(target, `${inSeries(names)} ${services}`)}${how}${from}: ${trials}${time === '' ? '' : `, ${time}`}.`;
}
