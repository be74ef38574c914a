import type { Attempt } from '../../../contracts/attempt.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { formatBytes, formatMs } from '../../../metrics/format.ts';
import { printable } from './table.ts';

/** Maximum printed length of a body, in characters; `--json` has all of it. */
const maxShown = 2000;

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function headerLines(headers: Attempt['sent']['headers']): string[] {
  return headers.map(([name, value]) => printable(`${name}: ${value}`));
}

function bodyLines(body: string | null): string[] {
  if (body === null || body === '') return [];
  const shown = laidOut(body);
  const cut = shown.length > maxShown;
  const lines = shown.slice(0, maxShown).split('\n').map(printable);
  return ['', ...lines, ...(cut ? [`… and ${shown.length - maxShown} more characters`] : [])];
}

/** JSON with a line for each value; everything else unchanged. */
function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** A message has a name for success, everything over HTTP a number. */
function statusWords(protocol: Protocol, status: number): string {
  return protocolFacts[protocol].custom === 'message' ? 'OK' : `Status ${status}`;
}

function outcomeLines({ protocol, answer, failure, error }: Attempt): string[] {
  if (error) return [printable(`Not sent: ${error.message}`)];
  if (failure) return [printable(`Failed (${failure.kind}): ${failure.message}`)];
  if (!answer) return ['No answer.'];
  const { status, headers, body, connectMs, answerMs, bytes } = answer;
  const took = `connected in ${formatMs(connectMs)}, answered in ${formatMs(answerMs)}`;
  const sizes = `${formatBytes(bytes.sent)} sent, ${formatBytes(bytes.received)} received`;
  return [
    `${statusWords(protocol, status)}, ${took}, ${sizes}`,
    ...headerLines(headers),
    ...bodyLines(body),
  ];
}

/** Maximum printed length of a value, in characters. */
const longestValue = 200;
const cut = (value: string) =>
  value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;

/** A tried request, its response and its checks. */
export function drawAttempt(attempt: Attempt): string {
  const { request, protocol, sent, checks, flow, taken = [], remarks = [], untaken } = attempt;
  const step = flow ? `${flow.name}, step ${flow.step} of ${flow.of}: ` : '';
  return [
    `${step}${request}, ${protocolFacts[protocol].label}`,
    ...indented([
      printable(sent.call),
      ...headerLines(sent.headers),
      ...bodyLines(sent.body),
      '',
      ...outcomeLines(attempt),
      ...checks.map(({ check, wrong }) =>
        printable(wrong === null ? `✓ ${check}` : `✗ ${check}: ${wrong}`),
      ),
      ...taken.map(({ name, value }) => printable(`→ {{${name}}} = ${cut(value)}`)),
      ...remarks.map(printable),
      ...(untaken === undefined ? [] : [printable(`✗ ${untaken}`)]),
    ]).map((line) => line.trimEnd()),
    '',
    '',
  ].join('\n');
}
