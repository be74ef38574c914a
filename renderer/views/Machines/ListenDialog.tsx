import { Button, Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { MachinesPlace, MachinesState } from '../../../contracts/api/machines.ts';
import { countOf } from '../../../metrics/format.ts';
import { useReturnFocus } from '../../components/useReturnFocus.ts';
import { machinesKey } from '../../panels/machines/useMachines.ts';
import { engine, queryClient } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';
import { ExistingPlace, existingDraft, existingPlace } from './ExistingPlace.tsx';
import styles from './Machines.module.css';
import { Obstacle } from './Obstacle.tsx';
import { OwnPlace, ownDraft, ownPlace } from './OwnPlace.tsx';

interface ListenDialogProps {
  readonly state: MachinesState;
  readonly onClose: () => void;
}

const ways = [
  { value: 'own', label: 'Start NATS on this computer' },
  { value: 'existing', label: 'An existing NATS server' },
] as const;

/** Asks through which NATS server other machines join, and admits them. */
export function ListenDialog({ state, onClose }: ListenDialogProps) {
  useReturnFocus();
  const { addresses, listening, machines } = state;
  const [way, setWay] = useState<string>(listening?.nats ? 'existing' : 'own');
  const [own, setOwn] = useState(() => ownDraft(state));
  const [existing, setExisting] = useState(() => existingDraft(state));
  const [tried, setTried] = useState(false);
  const [opening, setOpening] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isOwn = way === 'own';
  const place = isOwn ? ownPlace(own) : existingPlace(existing);
  const open = async (where: MachinesPlace) => {
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
          if (place !== null) void open(place);
        }}
      >
        <SegmentedControl
          aria-label="NATS server"
          fullWidth
          data={[...ways]}
          value={way}
          onChange={(chosen) => {
            setWay(chosen);
            setTried(false);
            setError(null);
          }}
        />
        {isOwn ? (
          <OwnPlace draft={own} addresses={addresses} tried={tried} onChange={setOwn} />
        ) : (
          <ExistingPlace draft={existing} tried={tried} onChange={setExisting} />
        )}
        {machines.length > 0 && (
          <p className={styles.hint}>
            {countOf(machines.length, 'machine')} will be let go, and must be started again with the
            new line.
          </p>
        )}
        {error !== null && <Obstacle report={describeError(error)} />}
        {error === null && isOwn && state.obstacle && <Obstacle report={state.obstacle} />}
        <div className={styles.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={opening}>
            {isOwn ? 'Listen' : 'Connect'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
