import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { descriptionsIn } from './folders.ts';
import { kinds, look } from './look.ts';
import { type Looked, tally } from './tally.ts';

const usage = `npm run check:descriptions -- [options] FOLDER…

Reads descriptions of services (OpenAPI, .proto, WSDL, GraphQL) with the readers of Wirebench, makes a sample of each
operation and asks validators that were not written here about it: Ajv, buf with protobuf-es, libxml2 and graphql-js.
Each folder in a FOLDER is a tree of its own, such as a repository.

  --import DIR   a folder in which imported .proto files are looked for, such as googleapis; may be given again
  --most N       most descriptions of one kind that are taken of a tree, evenly from all of it (default 1000)
`;

/** @returns whether anything was checked, and every sample was accepted. */
async function check(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      import: { type: 'string', multiple: true, default: [] },
      most: { type: 'string', default: '1000' },
    },
  });
  const most = Number(values.most);
  if (positionals.length === 0 || !Number.isInteger(most) || most < 1) {
    process.stderr.write(usage);
    return false;
  }
  const imports = values.import.map((folder) => resolve(folder));
  const all: Looked[] = [];
  for (const folder of positionals) {
    for (const { kind, description } of descriptionsIn(folder, { kinds, imports, most })) {
      all.push(await look(kind, description));
    }
  }
  process.stdout.write(`${tally(all)}\n`);
  if (all.length === 0) process.stderr.write('There are no descriptions in these folders.\n');
  return (
    all.length > 0 && all.every(({ verdicts }) => verdicts.every(({ said }) => said !== 'refused'))
  );
}

process.exitCode = (await check()) ? 0 : 1;
