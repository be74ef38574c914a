import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverIdentity } from '../../../engine/platform/tls/identity.ts';
import { grpcMessage, smallProduct } from './product.ts';

/** Files that the generators read; removed after the benchmark. */
export interface Workspace {
  /** Holds the certificates, as the engine's home does. */
  readonly home: string;
  readonly jsonFile: string;
  readonly grpcFile: string;
  /** Writes a file. @returns its path. */
  file(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

export async function openWorkspace(): Promise<Workspace> {
  const home = await mkdtemp(join(tmpdir(), 'wirebench-bench-'));
  await serverIdentity(home);
  const write = async (name: string, content: string | Buffer) => {
    const path = join(home, name);
    await writeFile(path, content);
    return path;
  };
  return {
    home,
    jsonFile: await write('product.json', smallProduct.json),
    grpcFile: await write('product.grpc', grpcMessage()),
    file: write,
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
