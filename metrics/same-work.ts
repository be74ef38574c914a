import type { SameWork, WorkAspect, WorkStanding } from '../contracts/same-work.ts';
import { inSeries } from './format.ts';

/** What an aspect is, as the first cell of its row. */
export const aspectLabels: Readonly<Record<WorkAspect, string>> = {
  method: 'HTTP method',
  http: 'HTTP version',
  connections: 'Connections',
  tls: 'TLS version and cipher',
  resumption: 'TLS sessions resumed',
  compression: 'Compression of answers',
  payload: 'Messages',
  wire: 'Bytes on the wire',
  answers: 'Answers',
  cache: 'Cache',
  errors: 'Failed requests',
  handler: 'Work of the service',
  generator: 'Load generator',
};

/** What a row says of the comparison. */
export const standingLabels: Readonly<Record<WorkStanding, string>> = {
  equal: 'same',
  varied: 'compared',
  different: 'different',
  unchecked: 'not checked',
  shown: '',
};

export const sameWorkTitle = 'Same work?';

/** `connections`, but `HTTP method`. */
const inSentence = (label: string) =>
  label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** `REST and gRPC: comparable as far as checked; not checked: HTTP method and answers.` */
export function sameWorkSentence({ labels, verdict, reasons, rows }: SameWork): string {
  const names = inSeries([labels.baseline, labels.cell]);
  if (verdict === 'not-comparable') {
    return [`${names}: not comparable.`, ...reasons.map(({ sentence }) => sentence)].join(' ');
  }
  const unchecked = rows.flatMap(({ aspect, standing }) =>
    standing === 'unchecked' ? [inSentence(aspectLabels[aspect])] : [],
  );
  return unchecked.length === 0
    ? `${names}: comparable.`
    : `${names}: comparable as far as checked; not checked: ${inSeries(unchecked)}.`;
}
