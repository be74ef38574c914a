import { z } from 'zod';

export const longestAnnotation = 500;

/** A mark that a person put at a moment of a run. */
export const annotationSchema = z.object({
  id: z.string(),
  /** The trial it belongs to, by its index; null when it belongs to the run as a whole. */
  trialIndex: z.number().int().nullable(),
  /** From the start of the trial, or of the run when `trialIndex` is null, in seconds. */
  atSeconds: z.number(),
  /** ISO time. */
  madeAt: z.string(),
  text: z.string(),
});
export type Annotation = z.infer<typeof annotationSchema>;

/** What is to be marked, and where; see {@link annotationSchema}. */
export const newAnnotationSchema = z.object({
  trialIndex: z.number().int().min(0).max(1_000_000).nullable(),
  /** A year is more than any run lasts. */
  atSeconds: z.number().min(0).max(31_536_000),
  text: z.string().trim().min(1).max(longestAnnotation),
});
export type NewAnnotation = z.infer<typeof newAnnotationSchema>;
