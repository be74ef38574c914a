import type { AnswerOutline } from '../../../contracts/exchange.ts';
import type { FactorName } from '../../../contracts/experiment/factors.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { WorkAspect, WorkRow, WorkStanding } from '../../../contracts/same-work.ts';
import { verdictSchema } from '../../../contracts/words.ts';
import {
  countOf,
  formatBytes,
  formatCount,
  formatShare,
  inSeries,
  someOf,
  threeDigits,
} from '../../../metrics/format.ts';
import { manyErrors } from '../compare/cautions.ts';
import type { WorkDone } from './facts.ts';

/** A row, with a sentence where its sides are different because of something that is not compared. */
export interface JudgedRow extends WorkRow {
  readonly why: string | null;
}

/** Two sides of a comparison, and the factor in which their cells differ; null for the same cell of two runs. */
export interface Sides {
  readonly cell: WorkDone;
  readonly baseline: WorkDone;
  readonly factor: FactorName | null;
  readonly labels: { readonly cell: string; readonly baseline: string };
}

/** Words for what is not known. */
const unknown = 'not known';
/** Connections per request that differ by more are another policy. */
const muchReopening = 0.1;
/** From this many handshakes for a request, resumption is part of the work. */
const manyHandshakes = 0.01;
/** Fewer requests than this share of the answers reached the service: something else answered. */
const fewCounted = 0.9;
/** Messages whose lengths differ by more, as a share and in bytes, are not of the same kind. */
const sizeTolerance = { share: 0.2, bytes: 24 };

/** Factors that change what is in the messages. */
const changesContent: readonly FactorName[] = ['shape', 'fields', 'dates', 'text', 'database'];

const changesContentOf = (factor: FactorName | null) =>
  factor !== null && changesContent.includes(factor);

/** All aspects of what both did, in the order of tables. */
export function rowsOf(sides: Sides): JudgedRow[] {
  return [
    method(sides),
    http(sides),
    connections(sides),
    tls(sides),
    resumption(sides),
    compression(sides),
    payload(sides),
    wire(sides),
    answers(sides),
    cache(sides),
    errors(sides),
    handler(sides),
    generator(sides),
  ];
}

type Judged = readonly [standing: WorkStanding, why?: string];

/** @param words of one side; null where it is not known. @param judge where both are known. */
function row(
  aspect: WorkAspect,
  { cell, baseline }: Sides,
  words: (work: WorkDone) => string | null,
  judge: () => Judged,
): JudgedRow {
  const said = [cell, baseline].map(words);
  const isKnown = said.every((one) => one !== null);
  const [standing, why = null] = isKnown ? judge() : (['unchecked'] as const);
  return {
    aspect,
    cell: said[0] ?? unknown,
    baseline: said[1] ?? unknown,
    standing,
    why: standing === 'different' ? why : null,
  };
}

/** `REST … and gRPC …`, the baseline first as in tables. */
const both = ({ labels }: Sides, ofBaseline: string, ofCell: string) =>
  `${labels.baseline} ${ofBaseline} and ${labels.cell} ${ofCell}`;

const list = (values: readonly string[] | undefined) =>
  values && values.length > 0 ? inSeries(values) : null;
const areSame = (one: readonly string[] = [], two: readonly string[] = []) =>
  one.length === two.length && one.every((value) => two.includes(value));

function method(sides: Sides): JudgedRow {
  const { cell, baseline, factor } = sides;
  const of = ({ exchange }: WorkDone) => list(exchange?.methods);
  return row('method', sides, of, () => {
    const [one, two] = [baseline.exchange, cell.exchange];
    if (one?.reads != null && two?.reads != null && one.reads !== two.reads) {
      const does = (reads: boolean | null) => (reads ? 'only reads' : 'changes something');
      return [
        'different',
        both(sides, `${does(one.reads)} (${of(baseline)})`, `${does(two.reads)} (${of(cell)})`),
      ];
    }
    const isResource = (side: WorkDone) => protocolFacts[side.cell.protocol].style === 'resources';
    if (factor === 'protocol' && !(isResource(baseline) && isResource(cell))) {
      // Procedures and queries are all posted, whatever they do.
      if (one?.reads == null || two?.reads == null) return ['unchecked'];
      return [areSame(one.methods, two.methods) ? 'equal' : 'varied'];
    }
    if (areSame(one?.methods, two?.methods)) return ['equal'];
    return ['different', both(sides, `sends ${of(baseline)}`, `${of(cell)}`)];
  });
}

const ownHttp = { h1: '1.1', h2: '2', tcp: 'none' } as const;

function http(sides: Sides): JudgedRow {
  const { cell, baseline, factor } = sides;
  const of = ({ exchange }: WorkDone) => list(exchange?.http);
  return row('http', sides, of, () => {
    if (areSame(cell.exchange?.http, baseline.exchange?.http)) return ['equal'];
    const isOwn = ({ exchange, cell: { protocol } }: WorkDone) =>
      areSame(exchange?.http, [ownHttp[protocolFacts[protocol].transport]]);
    if (factor === 'protocol' && isOwn(cell) && isOwn(baseline)) return ['varied'];
    const speaks = (work: WorkDone) => (of(work) === 'none' ? 'no HTTP' : `HTTP/${of(work)}`);
    return ['different', both(sides, `answers over ${speaks(baseline)}`, `over ${speaks(cell)}`)];
  });
}

function connections(sides: Sides): JudgedRow {
  const { cell, baseline, factor } = sides;
  // A first connection may be late, where a warm-up is short; only others are opened again.
  const perRequest = ({ opened, requests, firstConnections }: WorkDone) =>
    opened && requests > 0
      ? Math.max(0, opened.measured.connections - firstConnections) / requests
      : null;
  const words = (work: WorkDone) => {
    const { opened, requests } = work;
    if (!opened || requests === 0) return null;
    const { connections: inWindow } = opened.measured;
    const reused = Math.max(0, requests - inWindow);
    const before = opened.all.connections - inWindow;
    return `${formatCount(inWindow)} opened (${formatCount(before)} outside the window); reused for ${formatCount(reused)} of ${countOf(requests, 'request')}`;
  };
  return row('connections', sides, words, () => {
    const [one, two] = [perRequest(baseline) ?? 0, perRequest(cell) ?? 0];
    if (Math.abs(one - two) <= muchReopening) return ['equal'];
    if (factor === 'connections' || isByProtocol(sides, 'connections')) return ['varied'];
    const opens = (share: number) =>
      share >= 0.9
        ? 'opened a connection for each request'
        : share <= muchReopening
          ? 'kept its connections'
          : `opened a connection for ${formatShare(share)} of its requests`;
    return ['different', both(sides, opens(one), opens(two))];
  });
}

/** Whether the experiment gives each protocol a level of its own: the difference is a part of what is compared. */
function isByProtocol({ cell, factor }: Sides, name: 'connections' | 'resumption'): boolean {
  return factor === 'protocol' && (cell.cell[name]?.includes(' ') ?? false);
}

function tls(sides: Sides): JudgedRow {
  const { cell, baseline, factor } = sides;
  const of = ({ exchange }: WorkDone) => list(exchange?.tls);
  return row('tls', sides, of, () => {
    if (areSame(cell.exchange?.tls, baseline.exchange?.tls)) return ['equal'];
    // A stack is compared with the ciphers that it prefers.
    if (factor === 'tls' || factor === 'stack') return ['varied'];
    const uses = (work: WorkDone) => (of(work) === 'none' ? 'no TLS' : `${of(work)}`);
    return ['different', both(sides, `used ${uses(baseline)}`, uses(cell))];
  });
}

function resumption(sides: Sides): JudgedRow {
  const { cell, baseline, factor } = sides;
  const words = ({ opened }: WorkDone) => {
    if (!opened) return null;
    const { handshakes, resumed } = opened.all;
    return handshakes === 0
      ? 'no handshake'
      : `${formatCount(resumed)} of ${countOf(handshakes, 'handshake')}`;
  };
  return row('resumption', sides, words, () => {
    const shareOf = ({ opened }: WorkDone) =>
      (opened?.all.resumed ?? 0) / Math.max(1, opened?.all.handshakes ?? 0);
    const [one, two] = [shareOf(baseline), shareOf(cell)];
    const isSame = Math.abs(one - two) <= muchReopening;
    const some = [baseline, cell].map((work) => work.opened?.all.handshakes ?? 0);
    if (isSame || some.includes(0)) return [isSame ? 'equal' : 'varied'];
    if (factor === 'resumption' || isByProtocol(sides, 'resumption')) return ['varied'];
    const perRequest = [baseline, cell].map(
      ({ opened, requests }) => (opened?.measured.handshakes ?? 0) / Math.max(1, requests),
    );
    if (Math.max(...perRequest) < manyHandshakes) return ['shown'];
    const did = (share: number) => `resumed ${formatShare(share)} of its TLS sessions`;
    return ['different', both(sides, did(one), did(two))];
  });
}

function compression(sides: Sides): JudgedRow {
  const { cell, baseline } = sides;
  const of = ({ exchange }: WorkDone) => list(exchange?.codings);
  return row('compression', sides, of, () => {
    if (areSame(cell.exchange?.codings, baseline.exchange?.codings)) return ['equal'];
    const does = ({ exchange }: WorkDone) => {
      const codings = (exchange?.codings ?? []).filter((coding) => coding !== 'none');
      return codings.length > 0
        ? `compressed its answers (${inSeries(codings)})`
        : 'did not compress its answers';
    };
    return ['different', both(sides, does(baseline), does(cell))];
  });
}

const isFar = (one: number, two: number) =>
  Math.abs(one - two) > sizeTolerance.bytes + sizeTolerance.share * Math.min(one, two);

function payload(sides: Sides): JudgedRow {
  const { cell, baseline, factor } = sides;
  const words = ({ payload: of }: WorkDone) =>
    of && `request ${formatBytes(of.request)}, answer ${formatBytes(of.answer)}`;
  return row('payload', sides, words, () => {
    const [one, two] = [baseline.payload, cell.payload];
    if (!one || !two) return ['unchecked'];
    if (one.request === two.request && one.answer === two.answer) return ['equal'];
    const encodings = [baseline, cell].map((side) => protocolFacts[side.cell.protocol].encoding);
    if (encodings[0] !== encodings[1] || changesContentOf(factor)) return ['varied'];
    for (const side of ['request', 'answer'] as const) {
      if (!isFar(one[side], two[side])) continue;
      const [ofOne, ofTwo] = [one, two].map((of) => formatBytes(of[side]));
      return ['different', both(sides, `has ${side}s of ${ofOne}`, `of ${ofTwo}`)];
    }
    return ['equal'];
  });
}

function wire(sides: Sides): JudgedRow {
  const words = ({ wireBytes }: WorkDone) =>
    wireBytes === null ? null : `${formatBytes(wireBytes)} per request`;
  return row('wire', sides, words, () => ['shown']);
}

function answers(sides: Sides): JudgedRow {
  const { cell, baseline, factor } = sides;
  const words = ({ checked, answer }: WorkDone) => {
    const content = answer
      ? `${countOf(answer.fields.length, 'field')}, ${countOf(answer.values, 'value')}`
      : null;
    const checks = checked
      ? `${formatCount(checked.answers)} checked, ${checked.wrong === 0 ? 'none' : formatCount(checked.wrong)} wrong`
      : null;
    const said = [checks, content].filter((one) => one !== null);
    return said.length > 0 ? said.join('; ') : null;
  };
  return row('answers', sides, words, () => {
    const wrongShare = ({ checked }: WorkDone) =>
      checked && checked.answers > 0 ? checked.wrong / checked.answers : 0;
    const [one, two] = [wrongShare(baseline), wrongShare(cell)];
    if (Math.max(one, two) > manyErrors) {
      const was = (share: number) => `${formatShare(share)} of its checked answers were wrong`;
      return [
        'different',
        `of ${sides.labels.baseline} ${was(one)}, of ${sides.labels.cell} ${was(two)}`,
      ];
    }
    if (!baseline.answer || !cell.answer) return ['unchecked'];
    const why = otherAnswer(sides, baseline.answer, cell.answer);
    if (why !== null) return changesContentOf(factor) ? ['varied'] : ['different', why];
    if (baseline.answer.digest === cell.answer.digest) return ['equal'];
    // Of the same kind, but their values may differ for good reasons: a time, a new id.
    return changesContentOf(factor) ? ['varied'] : ['unchecked'];
  });
}

/** Why two answers to one request do not say the same; null where nothing shows it. */
function otherAnswer(sides: Sides, one: AnswerOutline, two: AnswerOutline): string | null {
  if (one.digest === two.digest) return null;
  if (one.records !== null && two.records !== null && one.records !== two.records) {
    const has = ({ records }: AnswerOutline) => countOf(records ?? 0, 'record');
    return both(sides, `answers ${has(one)}`, has(two));
  }
  if (one.fields.length !== two.fields.length) {
    const has = ({ fields }: AnswerOutline) => countOf(fields.length, 'field');
    return both(sides, `answers with ${has(one)}`, `with ${has(two)}`);
  }
  if (one.values !== two.values) {
    return both(sides, `answers ${countOf(one.values, 'value')}`, countOf(two.values, 'value'));
  }
  if (!areSame(one.fields, two.fields) || !isFar(one.characters, two.characters)) return null;
  const of = ({ characters }: AnswerOutline) => countOf(characters, 'character');
  return both(sides, `answers values of ${of(one)}`, `of ${of(two)}`);
}

function cache(sides: Sides): JudgedRow {
  const { cell, baseline } = sides;
  const isCached = ({ exchange, counted }: WorkDone) =>
    (exchange?.cached?.length ?? 0) > 0 || (counted !== null && counted < fewCounted);
  const words = (work: WorkDone) => {
    const { exchange, counted } = work;
    const signs = exchange?.cached ?? [];
    if (signs.length > 0) return `from a cache (${inSeries(signs)})`;
    if (counted !== null && counted < fewCounted) {
      return `${formatShare(counted)} of the answers came from the service`;
    }
    if (exchange?.cached) return 'no sign of one';
    return counted === null ? null : 'all from the service';
  };
  return row('cache', sides, words, () => {
    const [one, two] = [isCached(baseline), isCached(cell)];
    if (one === two) return ['equal'];
    const was = (is: boolean) => (is ? 'was answered by a cache' : 'by the service');
    return [
      'different',
      one
        ? both(sides, was(true), was(false))
        : `${sides.labels.cell} ${was(true)} and ${sides.labels.baseline} ${was(false)}`,
    ];
  });
}

function errors(sides: Sides): JudgedRow {
  const { cell, baseline } = sides;
  const words = ({ failed }: WorkDone) =>
    failed === 0 ? 'none failed' : `${formatShare(failed)} failed`;
  return row('errors', sides, words, () => {
    if (Math.max(cell.failed, baseline.failed) <= manyErrors) return ['equal'];
    const did = ({ failed }: WorkDone) => `failed ${formatShare(failed)} of its requests`;
    return ['different', both(sides, did(baseline), did(cell))];
  });
}

function handler(sides: Sides): JudgedRow {
  const words = ({ handlerUs }: WorkDone) =>
    handlerUs === null ? null : `${threeDigits(handlerUs)} µs of CPU per request`;
  return row('handler', sides, words, () => ['shown']);
}

function generator(sides: Sides): JudgedRow {
  const words = ({ verdicts: counts }: WorkDone) => {
    const verdicts = verdictSchema.options;
    const all = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
    const doubted = verdicts.flatMap((verdict) =>
      verdict === 'ok' || counts[verdict] === 0
        ? []
        : [`${verdict} in ${someOf(counts[verdict], all, 'trial')}`],
    );
    return doubted.length > 0 ? inSeries(doubted) : 'ok';
  };
  return row('generator', sides, words, () => ['shown']);
}
