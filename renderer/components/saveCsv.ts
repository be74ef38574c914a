import { shell } from '../transport/shell.ts';
import { notifyDone, notifyError } from './notify.tsx';

/** Asks where and writes a CSV file; says what came of it. */
export async function saveCsv(suggestedName: string, text: string): Promise<void> {
  try {
    const saved = await shell.saveFile({
      suggestedName,
      path: null,
      mediaType: 'text/csv',
      content: text,
    });
    if (saved) notifyDone(`Saved ${saved.name}`);
  } catch (error) {
    notifyError(error, 'The table was not saved');
  }
}
