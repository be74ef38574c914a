import { z } from 'zod';
import { annotationSchema, newAnnotationSchema } from '../history.ts';
import { failing, nothing, runIdInput } from './base.ts';

/** The `history` part of the engine API. */
export const historyContract = {
  annotations: failing.input(runIdInput).output(z.array(annotationSchema)),
  annotate: failing.input(runIdInput.extend(newAnnotationSchema.shape)).output(annotationSchema),
  removeAnnotation: failing.input(runIdInput.extend({ id: z.string() })).output(nothing),
};
