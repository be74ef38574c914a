import { type Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../contracts/errors.ts';
import {
  formatNatsAddresses,
  type NatsAddress,
  parseNatsAddresses,
} from '../machines/nats-address.ts';

/** Connection options of an existing NATS server, for both sides. */
export interface NatsOptions {
  readonly natsCredentials?: string;
  readonly natsCa?: string;
  readonly natsFingerprint?: string;
}

export function natsCredentialsOption(): Option {
  return new Option(
    '--nats-credentials <file>',
    'credentials for an existing NATS server; WIREBENCH_NATS_LOGIN may contain their text instead',
  ).env('WIREBENCH_NATS_CREDENTIALS');
}

/** Options of commands that use an existing NATS server. Secrets are never on a command line. */
export function addNatsOptions(command: Command): Command {
  return command
    .addOption(natsCredentialsOption())
    .addOption(
      new Option(
        '--nats-ca <file>',
        'certificate of the authority that signed that of the server',
      ).env('WIREBENCH_NATS_CA'),
    )
    .addOption(
      new Option('--nats-fingerprint <sha256>', 'SHA-256 of the certificate of the server').env(
        'WIREBENCH_NATS_FINGERPRINT',
      ),
    );
}

/** Parses addresses of NATS servers; one may be just `HOST:PORT`. */
export function natsAddressesOption(text: string): NatsAddress[] {
  try {
    return parseNatsAddresses(text, 'address');
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}

/** The value of `--join`: just `HOST:PORT` for the single address of a controller’s own server. */
export function joinText(addresses: readonly NatsAddress[]): string {
  const text = formatNatsAddresses(addresses);
  return text.includes(',') ? text : text.replace(/^nats:\/\//, '');
}
