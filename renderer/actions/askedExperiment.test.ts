import { expect, it } from 'vitest';
import { protocolNames } from '../../contracts/protocols.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { askedExperiment, askedShapes } from './askedExperiment.ts';

it.each(askedShapes.flatMap(({ value }) => [false, true].map((tls) => ({ shape: value, tls }))))(
  'the question about $shape messages with TLS $tls is an experiment until decided',
  ({ shape, tls }) => {
    const text = askedExperiment({ protocols: protocolNames, shape, users: 100, tls });
    const read = readExperiment(text);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const { factors, untilDecided, name } = read.experiment;
    expect(factors).toMatchObject({ protocol: protocolNames, shape: [shape], users: [100] });
    expect(factors.tls).toEqual([tls ? 'on' : 'off']);
    expect(untilDecided).toMatchObject({ atLeast: 3, within: 30_000 });
    expect(name.endsWith(tls ? 'at 100 users with TLS' : 'at 100 users')).toBe(true);
  },
);
