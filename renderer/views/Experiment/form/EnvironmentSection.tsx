import {
  ChoiceControl,
  DurationControl,
  NumberControl,
  SelectControl,
  TextControl,
} from './controls.tsx';
import { DataControl } from './DataControl.tsx';
import { environmentFields } from './environmentFields.ts';
import { FieldRow } from './FieldRow.tsx';
import { fields } from './fields.ts';
import { levelsOf } from './levels.ts';
import {
  databases,
  dateKinds,
  energySources,
  equivalences,
  fieldKinds,
  formats,
  gateways,
} from './options.ts';
import { Section } from './Section.tsx';
import { useField } from './SourceContext.tsx';
import { NetworkControl, SurroundingChips } from './SurroundingControls.tsx';

/** What is around client and service: network, gateway, database, the form of messages, and energy. */
export function EnvironmentSection() {
  return (
    <Section title="Environment" note="levels that are listed are factors too">
      <FieldRow spec={fields.network}>{(control) => <NetworkControl {...control} />}</FieldRow>
      <FieldRow spec={fields.gateway}>
        {(control) => <SurroundingChips {...control} options={gateways} />}
      </FieldRow>
      <FieldRow spec={fields.databaseKind}>
        {(control) => <SurroundingChips {...control} options={databases} />}
      </FieldRow>
      <DatabaseRows />
      <FieldRow spec={fields.data}>{(control) => <DataControl {...control} />}</FieldRow>
      <FieldRow spec={fields.fieldsKind}>
        {(control) => <SurroundingChips {...control} options={fieldKinds} />}
      </FieldRow>
      <FieldRow spec={fields.dates}>
        {(control) => <SurroundingChips {...control} options={dateKinds} />}
      </FieldRow>
      <MessageRows />
      <EnergyRows />
    </Section>
  );
}

/** Settings of a database only where there is one, or where the file has them all the same. */
function DatabaseRows() {
  const kinds = levelsOf(useField(fields.databaseKind).value);
  const isSet = useField(fields.database).isSet;
  const any = kinds.some((kind) => kind !== 'none' && kind !== '');
  const { url, pool, wait } = environmentFields;
  if (!any && !isSet) return null;
  return (
    <>
      {(kinds.includes('postgres') || isSet) && (
        <FieldRow spec={url}>{(control) => <TextControl {...control} />}</FieldRow>
      )}
      <FieldRow spec={pool}>
        {(control) => <NumberControl {...control} min={1} max={1000} />}
      </FieldRow>
      <FieldRow spec={wait}>{(control) => <DurationControl {...control} />}</FieldRow>
    </>
  );
}

function MessageRows() {
  const format = useField(fields.formats).value;
  const equivalence = useField(fields.equivalence).value;
  return (
    <>
      <FieldRow spec={fields.formats} help={helpOf(formats, format)}>
        {(control) => <ChoiceControl {...control} options={formats} />}
      </FieldRow>
      <FieldRow spec={fields.equivalence} help={helpOf(equivalences, equivalence)}>
        {(control) => <ChoiceControl {...control} options={equivalences} />}
      </FieldRow>
    </>
  );
}

/** Only what the chosen source reads. */
function EnergyRows() {
  const { energySource, wattsPerCore, interval, baseline } = environmentFields;
  const source = useField(energySource).value;
  const counts = source === 'auto' || source === 'rapl';
  return (
    <>
      <FieldRow spec={energySource} help={helpOf(energySources, source)}>
        {(control) => <SelectControl {...control} options={energySources} width={110} />}
      </FieldRow>
      {source === 'estimate' && (
        <FieldRow spec={wattsPerCore}>
          {(control) => <NumberControl {...control} min={1} max={1000} />}
        </FieldRow>
      )}
      {counts && (
        <>
          <FieldRow spec={interval}>{(control) => <DurationControl {...control} />}</FieldRow>
          <FieldRow spec={baseline}>{(control) => <DurationControl {...control} />}</FieldRow>
        </>
      )}
    </>
  );
}

function helpOf(options: readonly { value: string; help?: string }[], value: unknown) {
  return options.find((option) => option.value === value)?.help;
}
