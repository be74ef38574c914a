import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ownServiceProtocols } from '../../../../../contracts/experiment/by-protocol.ts';
import { valueAt } from '../../../../../contracts/experiment/path.ts';
import { protocolFacts } from '../../../../../contracts/protocols.ts';
import { Panel } from '../../../../components/Panel.tsx';
import { experiment } from '../../../../document/experimentStore.ts';
import { type FieldSpec, field } from '../../../../document/fields.ts';
import { protocolStyle } from '../../../../look/protocols.ts';
import { FieldRow } from '../FieldRow.tsx';
import formStyles from '../Form.module.css';
import { placesIn } from '../requests.ts';
import { useSource } from '../SourceContext.tsx';
import { DataFiles } from './DataFiles.tsx';
import { EndpointControl } from './EndpointControl.tsx';
import { Flows } from './Flows.tsx';
import { Mixes } from './Mixes.tsx';
import { Servers } from './Servers.tsx';

const endpoints = new Map(
  ownServiceProtocols.map((protocol): [string, FieldSpec] => [
    protocol,
    { ...field(`service.${protocol}`), label: protocolStyle(protocol).label },
  ]),
);
/** Optional parts of a file. */
const optional = (name: string, label?: string): FieldSpec => {
  const spec = field(name);
  return { ...spec, label: label ?? spec.label, fallback: [] };
};
const data = optional('service.data');
const mixes = optional('service.mixes');
const flows = optional('service.flows');
const servers = optional('target', 'Servers');

/** Address and settings of the open experiment's own service, except its requests. */
export function ServiceSection() {
  const source = useSource();
  if (valueAt(source.data, ['service']) === undefined) return null;
  const places = placesIn(source.data);
  return (
    <Panel title="Your own service" padded={false} actions={<AddProtocol />}>
      <div className={formStyles.section}>
        {places.map((protocol) => {
          const spec = endpoints.get(protocol);
          return (
            spec && (
              <FieldRow key={protocol} spec={spec} keep>
                {(control) => <EndpointControl {...control} protocol={protocol} />}
              </FieldRow>
            )
          );
        })}
        <FieldRow spec={servers} keep>
          {(control) => <Servers {...control} />}
        </FieldRow>
        <FieldRow spec={data} keep>
          {(control) => <DataFiles {...control} />}
        </FieldRow>
        <FieldRow spec={mixes} keep>
          {(control) => <Mixes {...control} />}
        </FieldRow>
        <FieldRow spec={flows} keep>
          {(control) => <Flows {...control} />}
        </FieldRow>
      </div>
    </Panel>
  );
}

/** Offers the protocols without an address of the service in the file. */
function AddProtocol() {
  const { data: file, syntaxError } = useSource();
  const places = placesIn(file);
  const others = ownServiceProtocols.filter((protocol) => !places.includes(protocol));
  if (others.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={13} />}
          disabled={syntaxError !== null}
        >
          Add a protocol
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((protocol) => (
          <Menu.Item
            key={protocol}
            onClick={() =>
              experiment.set(['service', protocol], { address: protocolFacts[protocol].example })
            }
          >
            {protocolStyle(protocol).label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
