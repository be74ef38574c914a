import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Protocol, protocols } from '../words.ts';
import { connectionsOf, resumesSessions, textKindOf } from './cell.ts';
import { type Connections, connectionsLevel, parseConnections } from './connections.ts';
import { factorsSchema } from './factors.ts';
import { levelFor } from './protocol-levels.ts';

const anyConnections = fc.oneof(
  fc.constantFrom<Connections>('per-user', 'per-request', 'per-iteration'),
  fc.record({ shared: fc.integer({ min: 1, max: 100_000 }) }),
);
const anyByProtocol = fc.dictionary(fc.constantFrom(...protocols), anyConnections, { minKeys: 1 });
const levelsOf = (connections: unknown) =>
  factorsSchema.parse({ protocol: 'rest', connections }).connections;

describe('levels of connections', () => {
  it('can be parsed from their written form', () => {
    fc.assert(
      fc.property(anyConnections, (connections) => {
        const level = connectionsLevel(connections);
        expect(levelsOf(connections)).toEqual([level]);
        expect(parseConnections(level)).toEqual(connections);
      }),
    );
  });

  it('have a value for each named protocol, in a fixed order', () => {
    fc.assert(
      fc.property(anyByProtocol, (values) => {
        const [level] = levelsOf(values) ?? [];
        const turned = Object.fromEntries(Object.entries(values).reverse());
        expect(levelsOf(turned)).toEqual([level]);
        for (const protocol of protocols) {
          const value = (values as Partial<Record<Protocol, Connections>>)[protocol];
          const expected = value === undefined ? undefined : connectionsLevel(value);
          expect(levelFor(level, protocol)).toBe(expected);
        }
      }),
    );
  });

  it('have a readable name', () => {
    const levels = levelsOf(['per-user', { grpc: { shared: 4 }, rest: 'per-user' }]);
    expect(levels).toEqual(['per-user', 'rest per-user, grpc shared-4']);
  });

  it('are refused if they name no protocol, or one level twice', () => {
    const one = { rest: 'per-user', grpc: 'per-request' };
    const turned = { grpc: 'per-request', rest: 'per-user' };
    for (const wrong of [{}, [one, turned]]) expect(() => levelsOf(wrong)).toThrow();
  });
});

describe('the setting of a cell', () => {
  const experiment = { connections: 'per-user', resumption: 'off', text: 'ascii' } as const;

  it('is that of the experiment if the cell has no level', () => {
    const cell = { protocol: 'rest' } as const;
    expect(connectionsOf(experiment, cell)).toBe('per-user');
    expect(resumesSessions(experiment, cell)).toBe(false);
    expect(textKindOf(experiment, cell)).toBe('ascii');
  });

  it('is that of its level, for its protocol', () => {
    const cell = (protocol: Protocol) => ({
      protocol,
      connections: 'rest per-request, grpc shared-4',
      resumption: 'on',
      text: 'rest multibyte, grpc escaped',
    });
    expect(connectionsOf(experiment, cell('rest'))).toBe('per-request');
    expect(connectionsOf(experiment, cell('grpc'))).toEqual({ shared: 4 });
    expect(resumesSessions(experiment, cell('rest'))).toBe(true);
    expect(textKindOf(experiment, cell('grpc'))).toBe('escaped');
  });
});
