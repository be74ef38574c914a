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
   * Writes an own experiment. Fails with LIBRARY_CHANGED when the file is no longer what `revision`
   * says (null: there must be none), unless `overwrite` is set.
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
   * Writes a new own experiment under a free name like the one wished for, and beside it the files that the run
   * `filesOf` has kept. `notCopied` names those that are not there as the run had them.
   */
  create: failing
    .input(z.object({ wish: z.string().max(300), text, filesOf: z.string().max(100).optional() }))
    .output(collectionTextSchema.extend({ notCopied: z.array(z.string()) })),
  /** Fails with LIBRARY_NAME_TAKEN. */
  rename: failing.input(entryId.extend({ to: z.string().max(300) })).output(collectionEntrySchema),
  /** Moves the file into the folder's trash; `restore` brings it back. */
  remove: failing.input(entryId).output(z.object({ trashId: z.string() })),
  restore: failing.input(z.object({ trashId: z.string().max(300) })).output(collectionEntrySchema),
  /** Advice with its remedies, and the load that a run would make. */
  preview: failing.input(z.object({ text })).output(previewSchema),
};
