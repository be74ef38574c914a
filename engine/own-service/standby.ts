import { type Cell, serverOf } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Protocol } from '../../contracts/words.ts';
import { type OwnServer, startServer } from '../run/servers/start-server.ts';

/** The server of an experiment outside of its trials: started on demand, for each protocol that needs it. */
export class Standby {
  readonly #experiment: Experiment;
  readonly #place: { readonly folder: string; readonly home: string };
  readonly #starting = new Map<string, Promise<OwnServer | null>>();

  constructor(experiment: Experiment, place: { readonly folder: string; readonly home: string }) {
    this.#experiment = experiment;
    this.#place = place;
  }

  /**
   * The address of a service. @param said address in the file, which applies if nothing is started.
   * @throws WirebenchError SERVER_START_FAILED, SERVER_NOT_FOUND, SERVICE_INVALID
   */
  async address(protocol: Protocol, said: string): Promise<string> {
    return (await this.#server(protocol))?.addresses[protocol] ?? said;
  }

  /** The addresses of all its services, for calls of one protocol. The same errors. */
  async target(protocol: Protocol): Promise<Experiment['target']> {
    return (await this.#server(protocol))?.addresses ?? this.#experiment.target;
  }

  /** Ends the server if it was started. */
  async stop(): Promise<void> {
    for (const starting of this.#starting.values()) {
      const server = await starting.catch(() => null);
      await server?.process.stop();
    }
  }

  #server(protocol: Protocol): Promise<OwnServer | null> {
    const { factors, custom } = this.#experiment;
    const [tls = 'off'] = factors.tls;
    const [server] = factors.server ?? [];
    const cell: Cell = {
      protocol,
      shape: '',
      tls,
      client: 'raw',
      ...(server === undefined ? {} : { server }),
    };
    const secrets = () => custom?.secrets ?? [];
    const place = { ...this.#place, niceness: 0, cores: null, secrets };
    const { start } = serverOf(this.#experiment, cell) ?? {};
    const isPerProtocol = /\{\{\s*protocol\s*\}\}/.test(JSON.stringify(start ?? null));
    const key = isPerProtocol ? protocol : '';
    const starting = this.#starting.get(key) ?? startServer(this.#experiment, cell, place);
    this.#starting.set(key, starting);
    return starting;
  }
}
