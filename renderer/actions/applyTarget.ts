import { valueAt } from '../../contracts/experiment/path.ts';
import { type RemoteTarget, speaksTls } from '../../contracts/services.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { readText } from '../document/edit.ts';
import { experiment, useExperiment } from '../document/experimentStore.ts';
import { type FieldSpec, field } from '../document/fields.ts';
import { levelTexts } from '../document/levels.ts';

/** Changes that make an experiment fit a saved target. */
export interface TargetChange {
  readonly addresses: Readonly<Record<string, string>>;
  /** Levels of TLS; null to keep them. */
  readonly tls: readonly string[] | null;
  /** The chosen protocols that have an address in the target; null to keep them. */
  readonly protocols: readonly Protocol[] | null;
}

/**
 * Plans how to point an experiment of these protocols and TLS levels at a target: protocols
 * without an address are dropped, and TLS is switched if the addresses leave no choice.
 */
export function targetChange(
  target: RemoteTarget,
  chosen: readonly string[],
  tls: readonly string[],
): TargetChange {
  const given = protocols.filter((protocol) => target.addresses[protocol] !== undefined);
  const kept = given.filter((protocol) => chosen.includes(protocol));
  const used = kept.length > 0 ? kept : given;
  const secure = used.map((protocol) =>
    speaksTls(protocol, target.addresses[protocol] ?? '', target.grpcTls),
  );
  return {
    addresses: Object.fromEntries(
      given.map((protocol) => [protocol, target.addresses[protocol] ?? '']),
    ),
    tls: tlsFor(secure, tls),
    protocols: sameSet(used, chosen) ? null : used,
  };
}

function tlsFor(secure: readonly boolean[], tls: readonly string[]): readonly string[] | null {
  const isOff = (level: string) => level === 'off';
  if (secure.every((one) => one) && tls.some(isOff)) {
    const others = tls.filter((level) => !isOff(level));
    return others.length > 0 ? others : ['on'];
  }
  if (secure.every((one) => !one) && !tls.every(isOff)) return ['off'];
  return null;
}

/** Points the open experiment at a saved target. */
export function applyTarget(target: RemoteTarget): void {
  const { data } = readText(useExperiment.getState().text);
  const [protocol, tls] = [field('factors.protocol'), field('factors.tls')];
  const at = ({ path, fallback }: FieldSpec) => levelTexts(valueAt(data, path) ?? fallback);
  const change = targetChange(target, at(protocol), at(tls));
  experiment.set(['target'], change.addresses, { flow: false });
  if (change.protocols) experiment.set(protocol.path, change.protocols);
  if (change.tls) experiment.set(tls.path, change.tls);
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}
