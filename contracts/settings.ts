import { z } from 'zod';

/** The user's persistent settings, for every window of this data folder. */
export const settingsSchema = z.object({
  /** Light, dark, or the same as the system. */
  scheme: z.enum(['auto', 'light', 'dark']).default('auto'),
  /** Zoom of the desktop window, in percent; a browser has its own zoom. */
  zoomPercent: z.number().int().min(50).max(200).default(100),
  /** Whether the desktop notifies of the end of a long run. */
  notifyAtEnd: z.boolean().default(true),
  /** A run is long if it takes more than this many seconds. */
  notifyAfterSeconds: z.number().int().min(0).max(86_400).default(30),
  /** Whether the machine is kept from sleeping during a run. */
  keepAwake: z.boolean().default(true),
  /** Whether each start looks for a newer version. */
  updateCheck: z.boolean().default(false),
  /** Folder of the user's experiment files; null for `experiments` in the data folder. */
  experimentsFolder: z.string().min(1).max(4096).nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Default settings. */
export const defaultSettings: Settings = settingsSchema.parse({});

/** Partial update. Without the defaults above, which would reset the other settings. */
export const settingsChangeSchema = z
  .object({
    scheme: settingsSchema.shape.scheme.unwrap(),
    zoomPercent: settingsSchema.shape.zoomPercent.unwrap(),
    notifyAtEnd: z.boolean(),
    notifyAfterSeconds: settingsSchema.shape.notifyAfterSeconds.unwrap(),
    keepAwake: z.boolean(),
    updateCheck: z.boolean(),
    experimentsFolder: settingsSchema.shape.experimentsFolder.unwrap(),
  })
  .partial()
  .strict();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** A removed run that can still be restored. */
export const removedRunSchema = z.object({
  id: z.string(),
  name: z.string(),
  startedAt: z.string(),
  removedAt: z.string(),
});
export type RemovedRun = z.infer<typeof removedRunSchema>;

/** Location and size of the state. */
export const storageFactsSchema = z.object({
  /** The data folder, with all state. */
  home: z.string(),
  database: z.string(),
  /** Size of the database with its write-ahead log, in bytes. */
  databaseBytes: z.number().int().min(0),
  /** Folder of the user's experiment files. */
  experimentsFolder: z.string(),
});
export type StorageFacts = z.infer<typeof storageFactsSchema>;
