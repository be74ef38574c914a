import { parseArgs } from 'node:util';

export interface TortureOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Include the kinds that only a night has time for. */
  readonly night: boolean;
  /** Names of kinds; empty for all. */
  readonly only: readonly string[];
  /** Maximum number of tries of each sort, even if there were time for more; or null. */
  readonly tries: number | null;
  /** Plant the faults of this kind instead, and check whether it finds them. */
  readonly plant: string | null;
  /** File for the counts as JSON. */
  readonly json: string | null;
  /** Whether the table is written into docs/reliability.md. */
  readonly write: boolean;
}

export const defaultSeed = 20_261_123;
/** The budget for which the minimum numbers of tries are stated. */
export const defaultMinutes = 10;
const nightMinutes = 8 * 60;

export const usage = (kinds: readonly string[]) => `npm run torture -- [options]

  --minutes N   for so long altogether (default ${defaultMinutes})
  --tries N     no more than so many of each sort, although there would be time
  --night       for ${nightMinutes / 60} hours, soak included; --minutes for another time
  --seed N      other cases (default ${defaultSeed})
  --only LIST   kinds, separated by commas: ${kinds.join(', ')}
  --plant KIND  give a kind the faults that it has to find, and say which it found
  --json FILE   write the counts there
  --write       put the table into docs/reliability.md
`;

function number(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0)) throw new Error(`--${name} ${text}: not a number`);
  return value;
}

/** Reads the command line. @throws Error that says what is wrong with it. */
export function readOptions(args: readonly string[], kinds: readonly string[]): TortureOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: String(defaultSeed) },
      minutes: { type: 'string' },
      tries: { type: 'string' },
      night: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      plant: { type: 'string' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const only = values.only.split(',').filter((name) => name !== '');
  const unknown = only.concat(values.plant ?? []).filter((name) => !kinds.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no kind ${unknown.join(', ')}; there are ${kinds.join(', ')}.`);
  }
  const usual = values.night ? nightMinutes : defaultMinutes;
  return {
    seed: number('seed', values.seed),
    minutes: values.minutes === undefined ? usual : number('minutes', values.minutes),
    tries: values.tries === undefined ? null : number('tries', values.tries),
    ...{ only, night: values.night, write: values.write },
    ...{ plant: values.plant ?? null, json: values.json ?? null },
  };
}
