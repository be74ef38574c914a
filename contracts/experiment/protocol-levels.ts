import { z } from 'zod';
import { protocolFacts } from '../protocols.ts';
import { type Protocol, protocols } from '../words.ts';

/**
 * A level that is one value, or a value per protocol such as `{rest: per-user, grpc: {shared: 4}}`. Parsed
 * into a name: the value, or `rest per-user, grpc shared-4`.
 * @param name writes a value as one word.
 */
export function protocolLevels<T>(value: z.ZodType<T>, name: (value: T) => string, error: string) {
  const one = value.transform(name);
  const of = Object.fromEntries(
    protocols.map((protocol) => {
      const description = `For ${protocolFacts[protocol].label}.`;
      return [protocol, one.optional().meta({ description })];
    }),
  );
  const each = z
    .strictObject(of as Record<Protocol, z.ZodOptional<typeof one>>)
    .refine((values) => protocols.some((protocol) => values[protocol] !== undefined), error)
    .transform((values) =>
      protocols
        .flatMap((protocol) => {
          const level = values[protocol];
          return level === undefined ? [] : [`${protocol} ${level}`];
        })
        .join(', '),
    );
  return z.union([one, each], { error });
}

/** The value of a level for a protocol. @returns undefined if it has none for the protocol, or there is no level. */
export function levelFor(level: string | undefined, protocol: Protocol): string | undefined {
  if (level === undefined || !level.includes(' ')) return level;
  const values = level.split(', ').map((one) => one.split(' '));
  return values.find(([name]) => name === protocol)?.[1];
}
