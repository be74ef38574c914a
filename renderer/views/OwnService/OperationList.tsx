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
  type ListedOperation,
  type ListedService,
  listedServices,
  matchingOperations,
} from '../../data/ownService.ts';
import styles from './OwnService.module.css';
import { ownService, useOwnService } from './ownServiceStore.ts';

/** No one reads more rows than this; a search filters them. */
const maxShown = 300;

/** The operations of the descriptions, to pick from. */
export function OperationList() {
  const descriptions = useOwnService((state) => state.descriptions);
  const picked = useOwnService((state) => state.picked);
  const [search, setSearch] = useState('');
  const services = useMemo(() => listedServices(descriptions), [descriptions]);
  const found = services.map((service) => ({
    service,
    operations: matchingOperations(service.operations, search),
  }));
  const keys = found.flatMap(({ operations }) => operations.map(({ key }) => key));
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
      {found.map(({ service, operations }) => (
        <section key={service.key} aria-label={`Operations of ${service.description.place}`}>
          <ServiceHead listed={service} />
          {operations.length === 0 && (
            <p className={styles.quiet}>
              {service.operations.length === 0
                ? 'It offers nothing that can be measured.'
                : 'No operation matches.'}
            </p>
          )}
          <ul className={styles.list}>
            {operations.slice(0, maxShown).map((operation) => (
              <OperationRow key={operation.key} operation={operation} />
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

function OperationRow({ operation }: { operation: ListedOperation }) {
  const { key, name, doc, changes } = operation;
  const isPicked = useOwnService((state) => state.picked.has(key));
  const isShown = useOwnService((state) => state.shown === key);
  return (
    <li className={styles.operation} data-shown={isShown || undefined}>
      <input
        type="checkbox"
        aria-label={`Pick ${name}`}
        checked={isPicked}
        onChange={({ currentTarget: { checked } }) => {
          ownService.pick([key], checked);
          if (checked) ownService.show(key);
        }}
      />
      <button
        type="button"
        aria-pressed={isShown}
        title={doc === '' ? name : `${name}: ${doc}`}
        onClick={() => ownService.show(key)}
      >
        <span className={styles.name}>{name}</span>
        {changes && <span className={styles.changes}>changes data</span>}
        {doc !== '' && <span className={styles.doc}>{doc}</span>}
      </button>
    </li>
  );
}
