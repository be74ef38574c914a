import type { Exchange, Opened } from '../../contracts/exchange.ts';

/** Connections of several stretches together; null where none is counted. */
export function addOpened(parts: readonly (Opened | null | undefined)[]): Opened | null {
  const counted = parts.filter((part) => part != null);
  if (counted.length === 0) return null;
  const sum = (of: (part: Opened) => number) => counted.reduce((all, part) => all + of(part), 0);
  return {
    connections: sum(({ connections }) => connections),
    handshakes: sum(({ handshakes }) => handshakes),
    resumed: sum(({ resumed }) => resumed),
  };
}

/** What several workers or trials saw together; null without any. */
export function joinExchanges(exchanges: readonly Exchange[]): Exchange | null {
  const [first, ...others] = exchanges;
  return first ? others.reduce(join, first) : null;
}

const maxCached = 5;

const distinct = (one: readonly string[], two: readonly string[]) =>
  [...new Set([...one, ...two])].sort();

function join(one: Exchange, two: Exchange): Exchange {
  return {
    methods: distinct(one.methods, two.methods),
    http: distinct(one.http, two.http),
    codings: distinct(one.codings, two.codings),
    tls: distinct(one.tls, two.tls),
    // A worker that received nothing has seen no headers.
    cached:
      one.cached && two.cached
        ? distinct(one.cached, two.cached).slice(0, maxCached)
        : (one.cached ?? two.cached),
    reads: one.reads === two.reads ? one.reads : null,
  };
}
