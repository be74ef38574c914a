import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WirebenchError } from '../../../contracts/errors.ts';

const maxFiles = 5000;

/**
 * The `.proto` files in a folder and below that define a service; links are not followed.
 * @throws WirebenchError SERVICE_INVALID if there are none, or too many files.
 */
export async function servicesBelow(folder: string): Promise<string[]> {
  const waiting = [folder];
  const found: string[] = [];
  let looked = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (++looked > 20 * maxFiles || found.length > maxFiles) {
        const message = `${folder} holds too many files: name a folder inside of it, or the files`;
        throw new WirebenchError('SERVICE_INVALID', message);
      }
      if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) waiting.push(path);
      if (!entry.isFile() || !entry.name.endsWith('.proto')) continue;
      if (/^\s*service\s+\w/m.test(await readFile(path, 'utf8'))) found.push(path);
    }
  }
  if (found.length > 0) return found.sort();
  throw new WirebenchError('SERVICE_INVALID', `no .proto file in ${folder} defines a service`);
}
