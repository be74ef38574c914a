import { z } from 'zod';

/** Made by `node scripts/generate-studies.ts` from what fixtures/published says of each study. */

export const studyNameSchema = z.enum([
  'kth-2023',
  'kth-2024',
  'isep-2025',
  'edinburgh-2022',
  'vu-2020',
]);
export type StudyName = z.infer<typeof studyNameSchema>;
export const studyNames = studyNameSchema.options;

/** The ids of a study's published tables, in its own order. */
export const studyTables: Readonly<Record<StudyName, readonly string[]>> = {
  'kth-2023': ['throughput', 'discovery', 'per-second', 'payload'],
  'kth-2024': ['saturation', 'throughput', 'latency', 'p95', 'tls'],
  'isep-2025': [
    'payload',
    'performance-create-user',
    'performance-list-users',
    'performance-get-user',
    'performance-list-product-entities',
    'performance-update-user',
    'performance-delete-user',
    'energy-create-user',
    'energy-list-users',
    'energy-get-user',
    'energy-list-product-entities',
    'energy-update-user',
    'energy-delete-user',
  ],
  'edinburgh-2022': ['sizes', 'request-rates', 'database', 'concurrency', 'wire', 'heap'],
  'vu-2020': ['response-times'],
};

/** Short name of each study. */
export const studyLabels: Readonly<Record<StudyName, string>> = {
  'kth-2023': 'KTH 2023',
  'kth-2024': 'KTH 2024',
  'isep-2025': 'ISEP 2025',
  'edinburgh-2022': 'Edinburgh 2022',
  'vu-2020': 'VU 2020',
};
