import { describe, expect, it } from 'vitest';
import type { AnswerOutline, Exchange, Opened } from '../../../contracts/exchange.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { FactorName } from '../../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { madeDocument, madeFinding, trialsOf } from '../../../tests/support/made-finding.ts';
import { makeCell, makeResult } from '../../../tests/support/records.ts';
import { problemsOf } from '../../../tests/support/sceptical-reader.ts';
import type { OrderedRun } from '../comparisons.ts';
import { sameWorkIn } from './of-run.ts';
import { sameWorkOf } from './same-work.ts';

const none: Opened = { connections: 0, handshakes: 0, resumed: 0 };
const plain: Exchange = {
  methods: ['GET'],
  http: ['1.1'],
  codings: ['none'],
  tls: ['none'],
  cached: [],
  reads: true,
};
const outline: AnswerOutline = {
  fields: ['id', 'name', 'price'],
  values: 60,
  characters: 900,
  records: 20,
  digest: 'a',
};
const kept = { measured: none, all: { ...none, connections: 10 } };
const part: Partial<TrialResult> = {
  exchange: plain,
  opened: kept,
  answer: outline,
  checked: { answers: 400, wrong: 0 },
};

function judge(
  change: Partial<TrialResult>,
  factor: FactorName = 'server',
  cell: Partial<Cell> = {},
) {
  const [baseline, other] = [{}, cell].map((levels) => makeCell(levels));
  if (!baseline || !other) throw new Error('two cells were made');
  const sides = [
    { cell: baseline, label: 'A', trials: [makeResult('a', { ...part, cell: baseline })] },
    { cell: other, label: 'B', trials: [makeResult('b', { ...part, ...change, cell: other })] },
  ] as const;
  return sameWorkOf(sides[1], sides[0], factor);
}

const sentences = (change: Partial<TrialResult>, factor?: FactorName, cell?: Partial<Cell>) =>
  judge(change, factor, cell).reasons.map(({ code, sentence }) => `${code}: ${sentence}`);
const standing = (
  change: Partial<TrialResult>,
  aspect: string,
  factor?: FactorName,
  cell?: object,
) => judge(change, factor, cell).rows.find((row) => row.aspect === aspect)?.standing;

describe('sameWorkOf', () => {
  it('finds equal sides comparable', () => {
    const { verdict, rows } = judge({});
    expect(verdict).toBe('comparable');
    expect(rows.filter(({ standing }) => standing === 'different')).toEqual([]);
    expect(rows.find(({ aspect }) => aspect === 'answers')?.standing).toBe('equal');
  });

  it.each<readonly [string, Partial<TrialResult>, readonly string[]]>([
    [
      'another method',
      { exchange: { ...plain, methods: ['POST'], reads: null } },
      ['method: A sends GET and B POST.'],
    ],
    [
      'another HTTP version',
      { exchange: { ...plain, http: ['1.0'] } },
      ['http: A answers over HTTP/1.1 and B over HTTP/1.0.'],
    ],
    [
      'new connections',
      {
        opened: {
          measured: { ...none, connections: 40_000 },
          all: { ...none, connections: 42_000 },
        },
      },
      ['connections: A kept its connections and B opened a connection for each request.'],
    ],
    [
      'compression',
      { exchange: { ...plain, codings: ['gzip'] } },
      ['compression: A did not compress its answers and B compressed its answers (gzip).'],
    ],
    [
      'another TLS version',
      { exchange: { ...plain, tls: ['TLSv1.2 X'] } },
      ['tls: A used no TLS and B TLSv1.2 X.'],
    ],
    [
      'a cache',
      { exchange: { ...plain, cached: ['age: 12'] } },
      ['cache: B was answered by a cache and A by the service.'],
    ],
    [
      'answers that did not come from the service',
      { accounting: { ...makeResult('x').accounting, serverCounted: 40 } },
      ['cache: B was answered by a cache and A by the service.'],
    ],
    [
      'errors',
      { requests: { ok: 30_000, failed: 10_000, dropped: 0 } },
      ['errors: A failed 0 % of its requests and B failed 25.0 % of its requests.'],
    ],
    [
      'another number of records',
      { answer: { ...outline, records: 10, values: 30, digest: 'b' } },
      ['answers: A answers 20 records and B 10 records.'],
    ],
    [
      'other fields',
      { answer: { ...outline, fields: ['id', 'name'], values: 60, digest: 'b' } },
      ['answers: A answers with 3 fields and B with 2 fields.'],
    ],
    [
      'longer values',
      { answer: { ...outline, characters: 9000, digest: 'b' } },
      ['answers: A answers values of 900 characters and B of 9,000 characters.'],
    ],
    [
      'wrong answers',
      { checked: { answers: 400, wrong: 40 } },
      [
        'answers: Of A 0 % of its checked answers were wrong, of B 10.0 % of its checked answers were wrong.',
      ],
    ],
  ])('names %s', (_name, change, expected) => {
    expect(sentences(change)).toEqual(expected);
  });

  it('does not take a late first connection of a user for another policy', () => {
    const late = { measured: { ...none, connections: 10 }, all: { ...none, connections: 10 } };
    expect(judge({ opened: late, requests: { ok: 40, failed: 0, dropped: 0 } }).reasons).toEqual(
      [],
    );
  });

  it('names resumption on one side where handshakes are part of the work', () => {
    const of = (resumed: number) => ({
      measured: { connections: 40_000, handshakes: 40_000, resumed },
      all: { connections: 40_000, handshakes: 40_000, resumed },
    });
    const [baseline, other] = [of(0), of(39_990)].map((opened) => ({
      cell: makeCell({ tls: 'on' }),
      label: opened.all.resumed === 0 ? 'A' : 'B',
      trials: [makeResult('x', { ...part, opened })],
    }));
    if (!baseline || !other) throw new Error('two sides were made');
    expect(sameWorkOf(other, baseline, 'server').reasons.map(({ code }) => code)).toEqual([
      'resumption',
    ]);
    expect(sameWorkOf(other, baseline, 'resumption').verdict).toBe('comparable');
  });

  it('takes what the factor changes as part of the comparison', () => {
    const posted = { ...plain, methods: ['POST'], http: ['2'] };
    expect(sentences({ exchange: posted }, 'protocol', { protocol: 'grpc' })).toEqual([]);
    expect(standing({ exchange: posted }, 'http', 'protocol', { protocol: 'grpc' })).toBe('varied');
    const secure = { ...plain, tls: ['TLSv1.3 X'] };
    expect(sentences({ exchange: secure }, 'tls', { tls: 'on' })).toEqual([]);
    const reopened = {
      measured: { ...none, connections: 40_000 },
      all: { ...none, connections: 40_000 },
    };
    expect(sentences({ opened: reopened }, 'connections')).toEqual([]);
  });

  it('takes an unknown for neither equal nor different', () => {
    const { verdict, rows } = judge({ exchange: undefined, opened: undefined, answer: undefined });
    expect(verdict).toBe('comparable');
    expect(rows.filter((row) => row.standing === 'unchecked').map(({ aspect }) => aspect)).toEqual([
      'method',
      'http',
      'connections',
      'tls',
      'resumption',
      'compression',
      'payload',
      'answers',
    ]);
    expect(rows.find(({ aspect }) => aspect === 'tls')?.cell).toBe('not known');
  });

  it('does not know what a procedure does, whose method says nothing', () => {
    const posted = { ...plain, methods: ['POST'], http: ['2'], reads: null };
    expect(standing({ exchange: posted }, 'method', 'protocol', { protocol: 'grpc' })).toBe(
      'unchecked',
    );
  });
});

const figures = [
  [{ protocol: 'rest' as const }, [1000, 1010, 990]],
  [{ protocol: 'grpc' as const }, [5000, 5050, 4950]],
] as const;

/** Trials of two protocols, the second with something of its own. */
function unfairRun(change: Partial<TrialResult>): TrialResult[] {
  const grpc = { ...plain, methods: ['POST'], http: ['2'] };
  return trialsOf(figures).map((trial) => ({
    ...trial,
    ...part,
    ...(trial.cell.protocol === 'grpc' ? { exchange: grpc, ...change } : {}),
  }));
}

const reopening = {
  opened: { measured: { ...none, connections: 40_000 }, all: { ...none, connections: 40_000 } },
};

describe('the finding of cells that did not do the same work', () => {
  it('names what they did, and no winner', () => {
    const finding = madeFinding(unfairRun(reopening));
    expect(finding.sentences).toEqual([
      'REST and gRPC are not comparable: REST kept its connections and gRPC opened a connection for each request.',
    ]);
    expect(finding).toMatchObject({ unlike: true, evidence: [] });
    expect(finding.certainty).toBeUndefined();
  });

  it('is read by a sceptic, who believes no winner among them', () => {
    const document = madeDocument(unfairRun(reopening));
    const fair = madeDocument(unfairRun({}));
    expect(problemsOf(document)).toEqual([]);
    expect(problemsOf(fair)).toEqual([]);
    const { sentences } = fair.analysis.finding ?? { sentences: [] };
    expect(sentences[0]).toContain('5.00 times');
    expect(problemsOf(document, sentences)).toContainEqual(
      expect.stringMatching(/^no pair of cells has this ratio/),
    );
    expect(problemsOf(document, sentences)).toContain(
      'nothing is said of what was not the same work',
    );
    const { sentences: unlike } = document.analysis.finding ?? { sentences: [] };
    expect(problemsOf(fair, unlike)).toContainEqual(
      expect.stringMatching(/^these did the same work/),
    );
  });

  it('names the winner where they did the same', () => {
    const finding = madeFinding(unfairRun({}));
    expect(finding.sentences[0]).toMatch(/^At 200 users, gRPC handles 5\.00 times as many/);
    expect(finding.unlike).toBeUndefined();
  });

  it('compares the others', () => {
    const soap = trialsOf([[{ protocol: 'soap' }, [500, 505, 495]]]).map((trial, index) => ({
      ...trial,
      ...part,
      id: `soap-${index}`,
      exchange: { ...plain, methods: ['POST'] },
    }));
    const { sentences } = madeFinding([...unfairRun(reopening), ...soap]);
    expect(sentences[0]).toMatch(/^REST and gRPC are not comparable: /);
    expect(sentences[1]).toMatch(
      /^At 200 users, REST handles 2\.00 times as many requests a second as SOAP/,
    );
    expect(sentences).toHaveLength(2);
  });

  it('is listed in the document, what is not comparable first', () => {
    const { sameWork = [] } = madeDocument(unfairRun(reopening)).analysis;
    expect(sameWork.map(({ verdict, labels }) => [verdict, labels])).toEqual([
      ['not-comparable', { cell: 'gRPC', baseline: 'REST' }],
    ]);
  });

  it('comes first in the list also where it is the last of more than fit into it', () => {
    const works = Array.from({ length: 103 }, (_none, index) => ({
      ...judge(index < 101 ? {} : reopening),
      ...{ cell: makeCell({ users: 1 + index }), baseline: makeCell({ users: 1000 }) },
    }));
    const [first, second] = [works.slice(0, 50), works.slice(49)];
    const run = { trials: [], cells: [], untilDecided: null } as unknown as OrderedRun;
    const users = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_none, index) => from + index);
    const listed = (stated: typeof works, elsewhere: typeof works) =>
      sameWorkIn(run, { stated, elsewhere }, []).map(({ cell }) => cell.users);
    expect(listed(first, second)).toEqual([102, 103, ...users(1, 98)]);
    expect(listed(second, first)).toEqual([102, 103, ...users(50, 101), ...users(1, 46)]);
    expect(listed(first, works.slice(102))).toEqual([103, ...users(1, 50)]);
  });

  it('is listed once for a pair, also where the file names its baseline last', () => {
    const cells = (['library', 'raw'] as const).map(
      (client) => [{ client }, [1000, 1010]] as const,
    );
    const experiment = 'factors: {client: [library, raw]}';
    const { sameWork = [], comparisons } = madeDocument(trialsOf(cells), 4, experiment).analysis;
    expect(comparisons.map(({ baseline }) => baseline.client)).toEqual(['raw']);
    expect(sameWork.map(({ baseline }) => baseline.client)).toEqual(['library']);
  });
});
