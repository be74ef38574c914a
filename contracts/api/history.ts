import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  annotationSchema,
  historyPageSchema,
  historyQuerySchema,
  newAnnotationSchema,
  noteSchema,
  runOutcomeSchema,
  tagsSchema,
} from '../history.ts';
import { importedRunSchema, runFilePartBytes, runFilePartSchema } from '../run-file.ts';
import { failing, nothing, runIdInput } from './base.ts';

const uploadInput = z.object({ uploadId: z.string().max(100) });

/** The `history` part of the engine API. */
export const historyContract = {
  /** A page of the matching runs, pinned ones first. */
  search: failing.input(historyQuerySchema).output(historyPageSchema),
  /** Finding of a run that has ended; null while it is in progress. Fails with RUN_NOT_FOUND. */
  outcome: failing.input(runIdInput).output(runOutcomeSchema.nullable()),
  setTags: failing.input(runIdInput.extend({ tags: tagsSchema })).output(nothing),
  setNote: failing.input(runIdInput.extend({ note: noteSchema })).output(nothing),
  setPinned: failing.input(runIdInput.extend({ pinned: z.boolean() })).output(nothing),
  /** Ordered by trial and moment; those of the whole run first. */
  annotations: failing.input(runIdInput).output(z.array(annotationSchema)),
  /** Marks a moment, even while the run is in progress. Fails with RUN_NOT_FOUND, TRIAL_NOT_FOUND, ANNOTATIONS_FULL. */
  annotate: failing.input(runIdInput.extend(newAnnotationSchema.shape)).output(annotationSchema),
  /** Fails with ANNOTATION_NOT_FOUND. */
  removeAnnotation: failing.input(runIdInput.extend({ id: z.string() })).output(nothing),
  /** A run as a run file, in parts. Fails with RUN_UNFINISHED while it is in progress. */
  exportRunFile: failing.input(runIdInput).output(eventIterator(runFilePartSchema)),
  /** Announces a run file of this many bytes. Fails with RUN_FILE_TOO_LARGE. */
  beginImport: failing
    .input(z.object({ bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }))
    .output(uploadInput),
  /** Its next part, in order. Fails with RUN_FILE_UPLOAD. */
  importPart: failing
    .input(uploadInput.extend({ base64: z.base64().max(Math.ceil(runFilePartBytes / 3) * 4) }))
    .output(nothing),
  /** Reads the uploaded file and adds the run. Fails with RUN_FILE_* and STORE_WRITE_FAILED. */
  finishImport: failing.input(uploadInput).output(importedRunSchema),
};
