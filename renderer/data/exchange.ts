import type { Attempt } from '../../contracts/attempt.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import { formatBytes, formatMs } from '../../metrics/format.ts';

/** JSON with a line for each value; everything else as it is. */
function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // No JSON: text, XML, or an empty body.
    return body;
  }
}

/** Longest part of a body that is drawn, in characters. */
const maxDrawn = 100_000;

/** The shown part of a body, and a note about the remainder. */
export function drawnBody(body: string): { readonly text: string; readonly more: number } {
  const text = laidOut(body);
  return { text: text.slice(0, maxDrawn), more: Math.max(0, text.length - maxDrawn) };
}

/** Outcome of a single request. */
export interface AttemptOutcome {
  readonly tone: 'good' | 'bad';
  readonly label: string;
  /** Why it failed, in a sentence; null if it did not. */
  readonly why: string | null;
}

export function attemptOutcome({
  protocol,
  answer,
  failure,
  error,
  checks,
  untaken,
}: Attempt): AttemptOutcome {
  if (error) return { tone: 'bad', label: 'Not sent', why: `${error.message} ${error.hint ?? ''}` };
  if (failure) return { tone: 'bad', label: `Failed: ${failure.kind}`, why: failure.message };
  if (!answer) return { tone: 'bad', label: 'No answer', why: null };
  const isMessage = protocolFacts[protocol].custom === 'message';
  const status = isMessage ? 'OK' : `Status ${answer.status}`;
  const wrong = checks.filter((check) => check.wrong !== null).length;
  if (untaken !== undefined)
    return { tone: 'bad', label: `${status}, nothing taken`, why: untaken };
  if (wrong === 0) return { tone: 'good', label: status, why: null };
  const what = wrong === 1 ? 'one check does not hold' : `${wrong} checks do not hold`;
  return { tone: 'bad', label: `${status}, ${what}`, why: null };
}

/** Named durations of the parts of an answer. */
export function answerTimes({ connectMs, answerMs, bytes }: NonNullable<Attempt['answer']>) {
  return [
    { name: 'connect', value: formatMs(connectMs) },
    { name: 'answer', value: formatMs(answerMs) },
    { name: 'sent', value: formatBytes(bytes.sent) },
    { name: 'received', value: formatBytes(bytes.received) },
  ] as const;
}
