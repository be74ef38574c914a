import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { countOf, formatCount } from '../../../metrics/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { SearchInput } from '../../components/SearchInput.tsx';
import {
  addressOf,
  type ListedService,
  listedServices,
  matchingOperations,
  pairsOf,
} from '../../data/ownService.ts';
import { OperationRow } from './OperationRow.tsx';
import styles from './OwnService.module.css';
import { ownService, useOwnService } from './ownServiceStore.ts';
import { PairList } from './PairList.tsx';

/** No one reads more rows than this; a search filters them. */
const maxShown = 300;

/** The operations of the descriptions, to pick from. */
export function OperationList() {
  const descriptions = useOwnService((state) => state.descriptions);
  const picked = useOwnService((state) => state.picked);
  const [search, setSearch] = useState('');
  const services = useMemo(() => listedServices(descriptions), [descriptions]);
  const pairs = useOwnService((state) => state.pairs);
  const apart = useOwnService((state) => state.apart);
  const pairing = useOwnService((state) => state.pairing);
  const compared = useMemo(
    () => pairsOf({ descriptions, pairs, apart }),
    [descriptions, pairs, apart],
  );
  const byKey = useMemo(
    () =>
      new Map(
        services.flatMap(({ operations }) => operations.map((one) => [one.key, one] as const)),
      ),
    [services],
  );
  const paired = new Set(compared.flatMap(({ keys }) => keys));
  const matches = services.map((service) => ({
    service,
    operations: matchingOperations(service.operations, search),
  }));
  const keys = matches.flatMap(({ operations }) => operations.map(({ key }) => key));
  const matching = new Set(keys);
  const shownPairs = compared.filter((pair) => pair.keys.some((key) => matching.has(key)));
  const found = matches.map(({ service, operations }) => ({
    service,
    operations: operations.filter(({ key }) => !paired.has(key)),
    hasPairs: operations.some(({ key }) => paired.has(key)),
  }));
  const mayPair = new Set(services.map(({ service }) => service.protocol)).size > 1;
  const total = services.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <Panel
      className={styles.operations ?? ''}
      title="Operations"
      note={`${formatCount(picked.size)} of ${formatCount(total)} picked`}
      padded={false}
      scroll
      actions={
        <>
          <Button variant="subtle" size="compact-xs" onClick={() => ownService.pick(keys, true)}>
            Pick all
          </Button>
          <Button variant="subtle" size="compact-xs" onClick={() => ownService.pick(keys, false)}>
            Pick none
          </Button>
        </>
      }
    >
      <div className={styles.search}>
        <SearchInput
          label="Find operations by name or description"
          placeholder="Find by name or description"
          value={search}
          onChange={setSearch}
        />
      </div>
      {pairing !== null && (
        <p className={styles.pairing} role="status">
          Pair {pairing.label} with an operation of another protocol: press <i>With this</i> beside
          it.
        </p>
      )}
      <PairList pairs={shownPairs.slice(0, maxShown)} operations={byKey} />
      {found.map(({ service, operations, hasPairs }) => (
        <section key={service.key} aria-label={`Operations of ${service.description.place}`}>
          <ServiceHead listed={service} />
          {operations.length === 0 && (
            <p className={styles.quiet}>
              {service.operations.length === 0
                ? 'It offers nothing that can be measured.'
                : hasPairs
                  ? 'All its operations are compared.'
                  : 'No operation matches.'}
            </p>
          )}
          {mayPair && operations.length > 0 && (
            <p className={styles.quiet}>Without a counterpart, measured by itself when picked:</p>
          )}
          <ul className={styles.list}>
            {operations.slice(0, maxShown).map((operation) => (
              <OperationRow key={operation.key} operation={operation} mayPair={mayPair} />
            ))}
          </ul>
          {operations.length > maxShown && (
            <p className={styles.quiet}>
              And {formatCount(operations.length - maxShown)} more: search for them.
            </p>
          )}
        </section>
      ))}
    </Panel>
  );
}

/** Address and source of a service, and what could not be read. */
function ServiceHead({ listed }: { listed: ListedService }) {
  const { key, description, service } = listed;
  const address = useOwnService((state) => addressOf(state, listed));
  const { label, example } = protocolFacts[service.protocol];
  const { remarks } = service;
  return (
    <header className={styles.serviceHead}>
      <div className={styles.place}>
        <ProtocolChip protocol={service.protocol} />
        <span title={description.place}>{description.place}</span>
        <Tooltip label="Remove this description">
          <ActionIcon
            size={24}
            aria-label={`Remove ${description.place}`}
            onClick={() => ownService.remove(description.id)}
          >
            <IconTrash size={14} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
      <TextInput
        label={`Address of the ${label} service`}
        placeholder={example}
        value={address}
        error={address.trim() === '' ? 'The description does not say where it is.' : null}
        onChange={({ currentTarget: { value } }) => ownService.address(key, value)}
      />
      {remarks.length > 0 && (
        <details className={styles.remarks}>
          <summary>{countOf(remarks.length, 'remark')}</summary>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </details>
      )}
    </header>
  );
}
