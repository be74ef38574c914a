import type { TrialResult } from '../../contracts/measurement.ts';
import { failureKind } from '../../metrics/failures.ts';
import { protocolStyle } from '../look/protocols.ts';

/**
 * Why trials failed, in sentences: one for each kind of failure of each protocol, with the message of
 * the first such trial.
 */
export function failureSentences(trials: readonly TrialResult[]): string[] {
  const groups = new Map<string, TrialResult[]>();
  for (const trial of trials) {
    if (!trial.failure) continue;
    const key = `${trial.cell.protocol} ${trial.failure.code}`;
    groups.set(key, [...(groups.get(key) ?? []), trial]);
  }
  return [...groups.values()].map(sentence);
}

function sentence(trials: readonly TrialResult[]): string {
  const [first, ...others] = trials;
  if (!first?.failure) return '';
  const { code, message, hint } = first.failure;
  const words = [`${protocolStyle(first.cell.protocol).label}: ${ended(message)}`];
  if (hint) words.push(ended(hint));
  if (others.length > 0) {
    const kinds = new Set(trials.map(({ failure }) => failureKind(failure?.message ?? '')));
    const who = others.length === 1 ? 'Another trial' : `${others.length} more trials`;
    const how = kinds.size === 1 ? 'the same way' : `with the same code, ${code}`;
    words.push(`${who} failed ${how}.`);
  }
  return words.join(' ');
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
