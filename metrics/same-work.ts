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

/** `REST and gRPC: comparable; not checked: TLS version and cipher.` */
export function sameWorkSentence({ labels, verdict, reasons, rows }: SameWork): string {
  const names = inSeries([labels.baseline, labels.cell]);
  if (verdict === 'not-comparable') {
    return [`${names}: not comparable.`, ...reasons.map(({ sentence }) => sentence)].join(' ');
  }
  const unchecked = rows.flatMap(({ aspect, standing }) =>
    standing === 'unchecked' ? [aspectLabels[aspect]] : [],
  );
  return `${names}: comparable${unchecked.length > 0 ? `; not checked: ${inSeries(unchecked)}` : ''}.`;
}
