import { setTimeout as pause } from 'node:timers/promises';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import { type JoinReply, type JoinRequest, joinRequestSchema } from '../../contracts/machines.ts';
import { version } from '../platform/version.ts';
import { type MachineKeys, maxMachines, writeKeys } from './keys.ts';
import { decodeMessage } from './objects.ts';

/** Machines that ask to join within this time are admitted together. */
const gatherMs = 150;

/** Admits machines that ask with the key of the token. */
export class Admission {
  readonly #keys: MachineKeys;
  readonly #folder: string;
  readonly #allow: () => Promise<void>;
  /** Machines waiting to be admitted together. */
  #joining: { readonly request: JoinRequest; readonly admitted: PromiseWithResolvers<void> }[] = [];
  /** Resolves when none is waiting; null while none is. */
  #admitting: Promise<void> | null = null;

  /**
   * @param keys to which it adds those of admitted machines.
   * @param folder that the keys are stored in.
   * @param allow makes the server accept the current keys.
   */
  constructor(keys: MachineKeys, folder: string, allow: () => Promise<void>) {
    this.#keys = keys;
    this.#folder = folder;
    this.#allow = allow;
  }

  /** @param content of a request to join. */
  async answer(content: Uint8Array): Promise<JoinReply> {
    try {
      const { id, facts } = joinRequestSchema.parse(decodeMessage(content));
      if (facts.wirebench !== version()) {
        throw new WirebenchError(
          'JOIN_REFUSED',
          `This machine has Wirebench ${facts.wirebench}, and the controller ${version()}`,
          { hint: 'Install the same version on all machines.' },
        );
      }
      const admitted = Promise.withResolvers<void>();
      this.#joining.push({ request: { id, facts }, admitted });
      this.#admitting ??= this.#admit();
      await admitted.promise;
      return { ok: true };
    } catch (error) {
      return { ok: false, error: toErrorReport(error, 'JOIN_REFUSED') };
    }
  }

  /** Resolves when none is waiting. */
  async settled(): Promise<void> {
    await this.#admitting;
  }

  /** Admits together all that ask within a moment: while the server rereads its users, it admits none. */
  async #admit(): Promise<void> {
    while (this.#joining.length > 0) {
      await pause(gatherMs);
      const joining = this.#joining;
      this.#joining = [];
      try {
        await this.#letIn(joining.map(({ request }) => request));
        for (const { admitted } of joining) admitted.resolve();
      } catch (error) {
        for (const { admitted } of joining) admitted.reject(error);
      }
    }
    this.#admitting = null;
  }

  async #letIn(requests: readonly JoinRequest[]): Promise<void> {
    const joinedAt = new Date().toISOString();
    const joined = requests.map(({ id, facts }) => ({ id, name: facts.name, joinedAt }));
    const ids = new Set(joined.map(({ id }) => id));
    const others = this.#keys.machines.filter(({ id }) => !ids.has(id));
    this.#keys.machines = [...joined, ...others].slice(0, maxMachines);
    await writeKeys(this.#folder, this.#keys);
    await this.#allow();
  }
}
