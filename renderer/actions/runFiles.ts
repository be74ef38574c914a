import { fromBase64, toBase64 } from '../../contracts/base64.ts';
import type { RunSummary } from '../../contracts/history.ts';
import {
  type ImportedRun,
  maxRunFileBytes,
  runFileExtension,
  runFileMediaType,
  runFilePartBytes,
} from '../../contracts/run-file.ts';
import type { OpenedRunFile } from '../../contracts/shell.ts';
import { notifyDone, notifyError } from '../components/notify.tsx';
import { navigate } from '../navigation/navigation.ts';
import { joinBytes } from '../transport/bytes.ts';
import { engine, queryClient } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';

interface RunFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

async function fetchRunFile(runId: string): Promise<RunFile> {
  const parts: Uint8Array[] = [];
  let name = `run.${runFileExtension}`;
  for await (const part of await engine.history.exportRunFile({ runId })) {
    if (part.type === 'head') name = part.name;
    else parts.push(fromBase64(part.base64));
  }
  return { name, content: joinBytes(parts) };
}

/** Names within a folder are more restricted than those a person may choose. */
function plainName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || `run.${runFileExtension}`;
}

async function save(runs: readonly Pick<RunSummary, 'id'>[]): Promise<string | null> {
  const files: RunFile[] = [];
  for (const { id } of runs) files.push(await fetchRunFile(id));
  const [only] = files;
  if (files.length !== 1 || !only) {
    const saved = await shell.saveFolder({
      suggestedName: 'wirebench-runs',
      files: files.map(({ name, content }) => ({
        name: plainName(name),
        mediaType: runFileMediaType,
        content,
      })),
    });
    return saved?.name ?? null;
  }
  const { name, content } = only;
  const saved = await shell.saveFile({
    suggestedName: name,
    path: null,
    mediaType: runFileMediaType,
    content,
  });
  return saved?.name ?? null;
}

/** Saves runs as run files: one at a chosen path, several in a folder. */
export async function exportRunFiles(runs: readonly Pick<RunSummary, 'id'>[]): Promise<void> {
  try {
    const name = await save(runs);
    if (name !== null) notifyDone(`Saved ${name}`);
  } catch (error) {
    notifyError(
      error,
      runs.length === 1 ? 'The run could not be exported' : 'The runs could not be exported',
    );
  }
}

async function send(content: Uint8Array): Promise<ImportedRun> {
  const { uploadId } = await engine.history.beginImport({ bytes: content.length });
  for (let at = 0; at < content.length; at += runFilePartBytes) {
    const base64 = toBase64(content.subarray(at, at + runFilePartBytes));
    await engine.history.importPart({ uploadId, base64 });
  }
  return engine.history.finishImport({ uploadId });
}

const outcomes: Record<ImportedRun['outcome'], (name: string) => string> = {
  imported: (name) => `Imported “${name}”`,
  known: (name) => `“${name}” is already in the history`,
  renewed: (name) => `Imported “${name}” under a new id, because its own is taken`,
};

/** Adds the run in a file to the history and shows it. */
export async function importRunFile({ name, content }: OpenedRunFile): Promise<void> {
  try {
    const imported = await send(content);
    await queryClient.invalidateQueries({ queryKey: ['runs'] });
    notifyDone(outcomes[imported.outcome](imported.name));
    navigate({ view: 'result', runId: imported.runId });
  } catch (error) {
    notifyError(error, `${name} could not be imported`);
  }
}

/** Asks for a run file and imports it. */
export async function openRunFile(): Promise<void> {
  try {
    const file = await shell.openRunFile();
    if (file) await importRunFile(file);
  } catch (error) {
    notifyError(error, 'The run file could not be opened');
  }
}

/** Whether a dropped file is a run file, by its name. */
export function isRunFile(name: string): boolean {
  return name.toLowerCase().endsWith(`.${runFileExtension}`);
}

/** Imports a file that was dropped on the window. */
export async function importDropped(file: File): Promise<void> {
  if (file.size > maxRunFileBytes) {
    notifyError(
      new Error(`It is larger than ${maxRunFileBytes / 1e6} MB.`),
      `${file.name} could not be imported`,
    );
    return;
  }
  await importRunFile({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) });
}
