import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownTlsSchema } from '../../../contracts/experiment/own-tls.ts';
import type { ServiceSettings } from '../../../contracts/experiment/service.ts';
import { type NamedFiles, noFiles } from '../../../engine/own-service/files.ts';
import { readOwnTls } from '../../../engine/own-service/own-tls.ts';
import { formatBundle, isUsable, parseBundle } from '../../../engine/platform/tls/bundle.ts';
import { makeCertificates, passphrase, writeCertificates } from '../../support/own-certificates.ts';
import type { CaseOutcome, Prepared, Target } from './target.ts';

let made: ReturnType<typeof makeCertificates> | undefined;
const certificates = () => {
  made ??= makeCertificates();
  return made;
};

/** Wirebench's own certificates: recreated when they cannot be used. */
const ownTarget: Target = {
  what: 'certificates of Wirebench',
  weight: 4,
  prepare: async () => {
    const { server } = await certificates();
    return {
      samples: [Buffer.from(formatBundle(server))],
      isText: false,
      read: (bytes) => {
        const bundle = parseBundle(bytes.toString('utf8'));
        return bundle && isUsable(bundle, 1) ? 'unharmed' : 'reported';
      },
    };
  },
};

/** An environment variable, as experiments write it. */
const fromEnvironment = ['$', '{PASSPHRASE}'].join('');

const names = ['ca.pem', 'client.pem', 'client.key', 'locked.key', 'client.p12'];
const settings: Readonly<Record<string, object>> = {
  'ca.pem': { ca: 'ca.pem' },
  'client.pem': { certificate: 'client.pem', key: 'client.key' },
  'client.key': { certificate: 'client.pem', key: 'client.key' },
  'locked.key': { certificate: 'client.pem', key: 'locked.key', passphrase: fromEnvironment },
  'client.p12': { pkcs12: 'client.p12', passphrase: fromEnvironment },
};

/** Certificates that an experiment names. */
const usersTarget: Target = {
  what: 'certificates of one’s own',
  weight: 4,
  prepare: async (folder): Promise<Prepared> => {
    writeCertificates(folder, await certificates());
    const contents = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
    return {
      samples: [...contents.values()],
      isText: false,
      read: async (bytes, sample): Promise<CaseOutcome> => {
        const damagedName = names[sample] ?? '';
        const read = async (name: string) =>
          name === damagedName ? bytes : (contents.get(name) ?? null);
        const files: NamedFiles = { ...noFiles, read, readUnkept: read };
        const tls = ownTlsSchema.parse(settings[damagedName]);
        const service = { rest: { address: 'https://h', tls } } as unknown as ServiceSettings;
        await readOwnTls(service, {
          files,
          env: { PASSPHRASE: passphrase },
          protocols: ['rest'],
        });
        return 'unharmed';
      },
    };
  },
};

export const certificateTargets: readonly Target[] = [ownTarget, usersTarget];
