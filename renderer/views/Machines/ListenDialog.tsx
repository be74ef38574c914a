import { Autocomplete, Button, Modal, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { MachinesState } from '../../../contracts/api/machines.ts';
import { countOf } from '../../../figures/format.ts';
import { useReturnFocus } from '../../components/useReturnFocus.ts';
import { addressProblem, reachesOnlyItself } from '../../data/machines.ts';
import { machinesKey } from '../../panels/machines/useMachines.ts';
import { engine, queryClient } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';
import styles from './Machines.module.css';
import { Obstacle } from './Obstacle.tsx';

/** That of nats-server, which firewalls may know. */
const usualPort = 4222;

interface ListenDialogProps {
  readonly state: MachinesState;
  readonly onClose: () => void;
}

/** Asks for the address of this computer at which other machines join, and lets them. */
export function ListenDialog({ state, onClose }: ListenDialogProps) {
  useReturnFocus();
  const { addresses, listening, machines } = state;
  const [host, setHost] = useState(listening?.host ?? addresses[0] ?? '');
  const [port, setPort] = useState<number | string>(listening?.port ?? usualPort);
  const [tried, setTried] = useState(false);
  const [opening, setOpening] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const hostProblem = addressProblem(host);
  const isPort = typeof port === 'number' && port >= 1 && port <= 65_535;
  const open = async (where: { host: string; port: number }) => {
    setOpening(true);
    setError(null);
    try {
      await engine.machines.open(where);
      await queryClient.invalidateQueries({ queryKey: machinesKey });
      onClose();
    } catch (reason) {
      setError(reason);
    } finally {
      setOpening(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={listening ? 'Change the address' : 'Add machines'}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (hostProblem === undefined && isPort) void open({ host: host.trim(), port });
        }}
      >
        <div className={styles.place}>
          <Autocomplete
            label="Address of this computer"
            data-autofocus
            data={[...addresses]}
            // All of them, whatever is typed: they are few.
            filter={({ options }) => options}
            maxLength={255}
            value={host}
            error={tried ? hostProblem : undefined}
            onChange={setHost}
          />
          <NumberInput
            label="Port"
            min={1}
            max={65_535}
            allowDecimal={false}
            clampBehavior="none"
            hideControls
            value={port}
            error={tried && !isPort ? 'expected 1 to 65535' : undefined}
            onChange={setPort}
          />
        </div>
        <p className={styles.hint}>{addressWords(host.trim())}</p>
        {machines.length > 0 && (
          <p className={styles.hint}>
            {countOf(machines.length, 'machine')} will be let go, and must be started again with the
            new line.
          </p>
        )}
        {error !== null && <Obstacle report={describeError(error)} />}
        {error === null && state.obstacle && <Obstacle report={state.obstacle} />}
        <div className={styles.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={opening}>
            Listen
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function addressWords(host: string): string {
  return reachesOnlyItself(host)
    ? 'Only this computer itself reaches this address: agents on other machines cannot join.'
    : 'The other machines connect to this address, and find bundled services there. A firewall has to let them in.';
}
