import type { Round } from '../../contracts/measurement.ts';
import type { LevelUnit, RoundKind } from '../../contracts/words.ts';
import type { Moment } from './liveHistory.ts';
import { levelDigits, levelText } from './loadLevel.ts';

const kindWords: Record<RoundKind, string> = {
  ramp: 'second',
  step: 'step',
  stage: 'stage',
  discovery: 'discovery',
  probe: 'probe',
  final: 'final round',
};

/** What a round counts its level in. */
export function roundUnit({ rate }: Pick<Round, 'rate'>): LevelUnit {
  return rate === null ? 'users' : 'rate';
}

/** The level of a round, averaged over its window; null where nothing is known of it. */
export function roundLevel({ users, rate }: Pick<Round, 'users' | 'rate'>): number | null {
  return rate ?? users;
}

/** A level that may be an average, without its unit: whole from ten on, else one decimal. */
export function roundLevelDigits(level: number | null): string {
  if (level === null) return '–';
  return levelDigits(level >= 10 ? Math.round(level) : Math.round(level * 10) / 10);
}

/** A round by its kind and number, which people count from 1: `step 3`, `final round`. */
export function roundName({ kind, index }: Pick<Round, 'kind' | 'index'>): string {
  return kind === 'final' ? kindWords.final : `${kindWords[kind]} ${index + 1}`;
}

/** The round that runs, from the latest moment: `round 3, 40 users`; null where there are none. */
export function roundNow(moment: Moment | null): string | null {
  if (!moment || moment.round === null) return null;
  const level = moment.rate ?? moment.users;
  const unit = moment.rate === null ? 'users' : 'rate';
  return `round ${moment.round + 1}, ${levelText(unit, Math.round(level * 10) / 10)}`;
}

/** The 95th percentile of a round in milliseconds; null when nothing succeeded. */
export function roundP95({ ok, latencyMs }: Round): number | null {
  return ok > 0 ? latencyMs.p95 : null;
}

/** What has to be said of a round: what was concluded, and what it failed and dropped. */
export function roundRemarks({ outcome, failed, dropped }: Round): string[] {
  return [
    ...(failed > 0 ? [`${levelDigits(failed)} failed`] : []),
    ...(dropped > 0 ? [`${levelDigits(dropped)} dropped`] : []),
    ...(outcome === '' ? [] : [outcome]),
  ];
}
