import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { readTypedAddress } from '../../../workloads/own-service/typed-address.ts';
import { askAddresses } from '../../document/askedAddresses.ts';
import { navigate } from '../../navigation/navigation.ts';
import styles from './Start.module.css';

const wrong = (typed: string) =>
  typed.trim() !== '' && readTypedAddress(typed) === null ? 'expected host:port, or a URL' : null;

/** The addresses of the user's own services; what is there is looked at in its own view. */
export function OwnAddresses() {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const addresses = [...new Set([first, second].map((one) => one.trim()).filter(Boolean))];
  const isReady = addresses.length > 0 && addresses.every((one) => wrong(one) === null);
  return (
    <form
      className={styles.terms}
      aria-label="My own service"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        askAddresses(addresses);
        navigate({ view: 'own-service' });
      }}
    >
      <TextInput
        label="Address"
        w={210}
        spellCheck={false}
        autoFocus
        placeholder="localhost:8080"
        value={first}
        error={wrong(first)}
        onChange={({ currentTarget }) => setFirst(currentTarget.value)}
      />
      <TextInput
        label="Compared with (optional)"
        w={210}
        spellCheck={false}
        placeholder="localhost:50051"
        value={second}
        error={wrong(second)}
        onChange={({ currentTarget }) => setSecond(currentTarget.value)}
      />
      <Button
        type="submit"
        size="sm"
        disabled={!isReady}
        leftSection={<IconSearch size={14} stroke={1.8} />}
      >
        Look at it
      </Button>
    </form>
  );
}
