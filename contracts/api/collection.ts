import { z } from 'zod';
import {
  collectionEntrySchema,
  collectionSchema,
  collectionTextSchema,
  previewSchema,
} from '../collection.ts';
import { failing } from './base.ts';

const text = z.string().max(5_000_000);
const entryId = z.object({ id: z.string().max(300) });

/**
 * The `collection` part of the engine API. File names are checked; wrong ones fail with
 * LIBRARY_NAME_INVALID, unknown ones with LIBRARY_NOT_FOUND.
 */
export const collectionContract = {
  list: failing.output(collectionSchema),
  read: failing
    .input(entryId.extend({ kind: z.enum(['own', 'built-in']) }))
    .output(collectionTextSchema),
  /**
   * Writes one of the user's experiments. Fails with LIBRARY_CHANGED if the file no longer matches
   * `revision` (null: it must not exist), unless `overwrite` is set.
   */
  save: failing
    .input(
      entryId.extend({
        text,
        revision: z.string().nullable(),
        overwrite: z.boolean().default(false),
      }),
    )
    .output(collectionTextSchema),
  /**
   * Writes a new experiment under a free name close to `wish`, together with the files kept by the run
   * `filesOf`. `notCopied` lists those that are no longer as the run had them.
   */
  create: failing
    .input(z.object({ wish: z.string().max(300), text, filesOf: z.string().max(100).optional() }))
    .output(collectionTextSchema.extend({ notCopied: z.array(z.string()) })),
  /** Fails with LIBRARY_NAME_TAKEN. */
  rename: failing.input(entryId.extend({ to: z.string().max(300) })).output(collectionEntrySchema),
  /** Moves the file into the folder's trash; `restore` brings it back. */
  remove: failing.input(entryId).output(z.object({ trashId: z.string() })),
  restore: failing.input(z.object({ trashId: z.string().max(300) })).output(collectionEntrySchema),
  /** Advice with its remedies, and the expected load of a run. */
  preview: failing.input(z.object({ text })).output(previewSchema),
};
