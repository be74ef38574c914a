import { z } from 'zod';

/** The five studies that Wirebench repeats, each with what a page says of it and its published tables. */

export const studyNameSchema = z.enum([
  'kth-2023',
  'kth-2024',
  'isep-2025',
  'edinburgh-2022',
  'vu-2020',
]);
export type StudyName = z.infer<typeof studyNameSchema>;
export const studyNames = studyNameSchema.options;

/** The operations of the ISEP study, in the order of its tables. */
export const isepOperations = [
  'create-user',
  'list-users',
  'get-user',
  'list-product-entities',
  'update-user',
  'delete-user',
] as const;
export type IsepOperation = (typeof isepOperations)[number];

/** The ids of a study's published tables, in its own order. */
export const studyTables: Readonly<Record<StudyName, readonly string[]>> = {
  'kth-2023': ['throughput', 'discovery', 'per-second', 'payload'],
  'kth-2024': ['saturation', 'throughput', 'latency', 'p95', 'tls'],
  'isep-2025': [
    'payload',
    ...isepOperations.map((operation) => `performance-${operation}`),
    ...isepOperations.map((operation) => `energy-${operation}`),
  ],
  'edinburgh-2022': ['sizes', 'request-rates', 'database', 'concurrency', 'wire', 'heap'],
  'vu-2020': ['response-times'],
};

/** What each study is called where there is little room. */
export const studyLabels: Readonly<Record<StudyName, string>> = {
  'kth-2023': 'KTH 2023',
  'kth-2024': 'KTH 2024',
  'isep-2025': 'ISEP 2025',
  'edinburgh-2022': 'Edinburgh 2022',
  'vu-2020': 'VU 2020',
};
