import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { formatAgo } from '../../../metrics/format.ts';
import { useCalibration } from './calibrationStore.ts';
import styles from './Machine.module.css';
import { MachineFacts, useLatestCalibration } from './MachineFacts.tsx';

/** One line: whether this machine is calibrated, with a button for details. */
export function MachineLine() {
  const [open, setOpen] = useState(false);
  const { data } = useLatestCalibration();
  const running = useCalibration((state) => state.running);
  const known = data ? `calibrated ${formatAgo(data.at)}` : 'not calibrated';
  return (
    <div className={styles.machineLine}>
      <span>This machine: {running ? 'calibrating' : known}</span>
      <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
        This machine…
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="This machine" size={620}>
        <MachineFacts />
      </Modal>
    </div>
  );
}
