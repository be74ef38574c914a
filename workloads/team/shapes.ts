import { z } from 'zod';
import { wholeNumber } from '../../contracts/experiment/numbers.ts';
import { formatCount } from '../../metrics/format.ts';
import type { TeamOperation } from './messages.ts';

/** Settings of the files to send and of the tables in the database. */
export const teamDataSchema = z.strictObject({
  /** Size of the file of `large` and `large-streamed`, in bytes. */
  fileBytes: wholeNumber(1, 50_000_000, 'a number of bytes').default(25_000_000),
  /** Bytes of the file in one message of `large-streamed`. */
  chunkBytes: wholeNumber(1, 4_000_000, 'a number of bytes').default(65_536),
  /** Rows of the table that each short request reads, with a database. */
  rowsRead: wholeNumber(1, 100_000, 'a number of rows').default(100),
  /** Initial rows of the table into which each short request inserts one. */
  rowsHeld: wholeNumber(0, 1_000_000, 'a number of rows').default(10_000),
});
export type TeamData = z.output<typeof teamDataSchema>;

/** Size of the JSON of `medium`, in bytes. */
const mediumBytes = 1_000_000;

const kinds = {
  short: { operation: 'allocate', doc: 'allocate one student', range: null },
  medium: { operation: 'enrol', doc: 'enrol many students', range: [100, 20_000_000] },
  large: { operation: 'upload', doc: 'a file as one message', range: [1, 50_000_000] },
  'large-streamed': {
    operation: 'upload-streamed',
    doc: 'a file as a stream',
    range: [1, 1_000_000_000],
  },
} as const satisfies Record<
  string,
  { operation: TeamOperation; doc: string; range: readonly [number, number] | null }
>;
type Kind = keyof typeof kinds;

export interface TeamShape {
  readonly kind: Kind;
  readonly operation: TeamOperation;
  /** Bytes of the JSON of `medium`, of the file of `large` and `large-streamed`; null for the size in the settings. */
  readonly bytes: number | null;
}

export const teamShapes = Object.entries(kinds).map(([name, { doc }]) => ({
  name,
  doc: name === 'medium' ? `${doc}, 1 MB` : doc,
}));

export const teamShapeHelp =
  'expected short, medium, large, large-streamed, or SHAPE:BYTES such as medium:200000 (100 to 20000000), large:1000000 (at most 50000000) or large-streamed:5000000 (at most 1000000000)';

export const customTeamShape = /^(medium|large|large-streamed):(\d{1,10})$/;

/** Reads `short`, `medium`, `large`, `large-streamed`, or a custom shape such as `large:1000000`. */
export function parseTeamShape(name: string): TeamShape | null {
  if (Object.hasOwn(kinds, name)) {
    const kind = name as Kind;
    const bytes = kind === 'medium' ? mediumBytes : null;
    return { kind, operation: kinds[kind].operation, bytes };
  }
  const match = customTeamShape.exec(name);
  if (!match) return null;
  const kind = match[1] as Exclude<Kind, 'short'>;
  const bytes = Number(match[2]);
  const { operation, range } = kinds[kind];
  return bytes >= range[0] && bytes <= range[1] ? { kind, operation, bytes } : null;
}

export function teamShapeDoc(name: string): string | null {
  const shape = parseTeamShape(name);
  if (!shape) return null;
  const known = teamShapes.find((one) => one.name === name);
  if (known) return known.doc;
  return `${kinds[shape.kind].doc}, ${formatCount(shape.bytes ?? 0)} bytes`;
}
