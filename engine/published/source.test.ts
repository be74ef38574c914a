import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCell, makeResult } from '../../tests/support/records.ts';
import { follow, startOf } from './pointers.ts';
import { type Json, parseDescription } from './source.ts';
import { studyFrom } from './tables.ts';

/** A study that the code does not know. */
const text = `
label: Nowhere 2030
order: 6
about: It measured what one language costs against another.
dimensions:
  language:
    name: Language
    levels: {java: {name: Java, number: 7}, go: {name: Go, number: 8}}
tables:
  - each: language
    id: times-{language}
    title: Times in {name}
    source: Table {number}
    metrics:
      - {key: mean, field: meanMs, name: Mean, unit: ms, better: lower}
      - {key: rate, name: Rate, unit: requests/s, better: higher}
    dimensions:
      - {key: secure, name: TLS, levels: {'no': {name: without, data: false}, 'yes': {name: with, data: true}}}
      - {key: clients, name: Clients}
    across: [metric]
    settings: [{name: Requests, value: '{/requests} of {/sizes/*} bytes'}]
    figures:
      - {from: '/rows/*/{metric}', where: {language: '{language}'}, printed: 'about {value}'}
    marks:
      - each: [{of: java, why: twice}, {of: go, why: once}]
        at: {language: '{of}', clients: 50}
        kind: doubtful
        note: It was measured {why}, and came to {value}.
    ours:
      at:
        secure: {factor: tls, levels: {'no': 'off'}, other: 'yes'}
        clients: {factor: users}
      only: {protocol: grpc}
      figures: {mean: latency-mean, rate: throughput}
`;

const numbers: Json = {
  ...{ title: 'A study', author: 'N. N.', institution: 'Here', year: 2030, machine: 'One' },
  requests: 5000,
  sizes: [10, 1000],
  rows: [
    { language: 'java', secure: false, clients: 50, meanMs: 2.5, rate: '<1' },
    { language: 'go', secure: true, clients: 50, meanMs: 1.5, rate: 900 },
    { language: 'java', secure: true, clients: 10, meanMs: 3.5 },
  ],
};

describe('a description', () => {
  const { tables, study } = studyFrom('vu-2020', numbers, parseDescription(text));
  const [java, go] = tables;

  it('makes tables of numbers, one for each level on request', () => {
    expect(study.tables.map(({ id, title, source }) => [id, title, source])).toEqual([
      ['times-java', 'Times in Java', 'Table 7'],
      ['times-go', 'Times in Go', 'Table 8'],
    ]);
    const values = java?.table.values.map(
      ({ at, metric, value, printed, from }) =>
        `${at.secure} ${at.clients} ${metric} ${value} ${printed} ${from}`,
    );
    expect(values).toEqual([
      'no 50 mean 2.5 about 2.5 /rows/0/meanMs',
      'no 50 rate null about <1 /rows/0/rate',
      'yes 10 mean 3.5 about 3.5 /rows/2/meanMs',
    ]);
    expect(java?.table.dimensions[1]?.levels.map(({ key }) => key)).toEqual(['10', '50']);
    expect(go?.table.settings).toMatchSnapshot();
    const note = 'It was measured once, and came to 1.5.';
    expect(go?.table.values[0]?.marks).toEqual([{ kind: 'doubtful', note }]);
  });

  it('defines the places of a trial’s values', () => {
    const points = (protocol: 'rest' | 'grpc') => {
      const cell = makeCell({ protocol, tls: 'tls1.3', users: 10 });
      const trial = makeResult('one', { cell, throughputRps: 7 });
      const facts = {
        trials: [],
        saturation: [],
        bundled: true,
        bounded: 'number',
        untilDecided: false,
      } as const;
      return java?.matching?.points(trial, facts);
    };
    const at = { secure: 'yes', clients: '10' };
    expect(points('grpc')).toEqual([
      { at, metric: 'mean', value: 2.5 },
      { at, metric: 'rate', value: 7 },
    ]);
    expect(points('rest')).toEqual([]);
    expect(java?.matching?.factors).toEqual(['tls', 'users', 'protocol']);
  });

  it('is refused with an unknown word, and where a level is missing', () => {
    expect(() => parseDescription(text.replace('throughput}', 'thruput}'))).toThrow(
      '"figures",\n      "rate"',
    );
    expect(() => parseDescription(`${text}\nextra: 1`)).toThrow('extra');
    const without = parseDescription(text.replace('key: clients', 'key: crowd'));
    expect(() => studyFrom('vu-2020', numbers, without)).toThrow('no crowd for the number');
  });
});

describe('a pointer', () => {
  const key = fc.stringMatching(/^[a-z]{1,4}$/);
  const tree = fc.letrec<{ node: Json }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc.dictionary(key, tie('node')),
      fc.array(tie('node')),
    ),
  })).node;

  it('reaches every part of the numbers, and nothing else', () => {
    const steps = fc.array(fc.oneof(key, fc.nat(3).map(String)), { maxLength: 4 });
    fc.assert(
      fc.property(tree, steps, (all, path) => {
        const pointer = path.map((one) => `/${one}`).join('');
        const wanted = path.reduce<unknown>(
          (inner, one) =>
            typeof inner === 'object' && inner !== null && Object.hasOwn(inner, one)
              ? Object.entries(inner).find(([name]) => name === one)?.[1]
              : undefined,
          all,
        );
        const found = follow(startOf(all), pointer, {}).map((one) => [one.pointer, one.value]);
        expect(found).toEqual(wanted === undefined ? [] : [[pointer, wanted]]);
      }),
    );
  });
});
