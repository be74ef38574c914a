import { fileStem } from '../data/table.ts';
import { saveAs } from './saveAs.ts';

/** Asks where and writes a CSV file. @param name words of the suggested file name. */
export function saveCsv(name: string, write: () => string | Promise<string>): Promise<void> {
  return saveAs('The table could not be saved', async () => ({
    name: `${fileStem(name)}.csv`,
    mediaType: 'text/csv',
    content: await write(),
  }));
}
