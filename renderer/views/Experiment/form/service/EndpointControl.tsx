import { Select, TextInput } from '@mantine/core';
import { type Path, valueAt } from '../../../../../contracts/experiment/path.ts';
import { protocolFacts } from '../../../../../contracts/protocols.ts';
import type { Protocol } from '../../../../../contracts/words.ts';
import { isKeyed } from '../../../../document/edit.ts';
import { experiment } from '../../../../document/experimentStore.ts';
import { protocolStyle } from '../../../../look/protocols.ts';
import { problemsAt } from '../../problems.ts';
import type { ControlProps } from '../FieldRow.tsx';
import { type AuthField, authFields, authKinds, isLiteral, newAuth } from './auth.ts';
import { SourceLink } from './parts.tsx';
import styles from './Service.module.css';

type EndpointProps = Pick<ControlProps, 'field' | 'inputId'> & { readonly protocol: Protocol };

/** Address and authentication of a service in a protocol. */
export function EndpointControl({ field, inputId, protocol }: EndpointProps) {
  const path = ['service', protocol];
  const address = valueAt(field.value, ['address']);
  const others = Object.keys(isKeyed(field.value) ? field.value : {}).filter(
    (key) => key !== 'address' && key !== 'auth',
  );
  return (
    <div className={styles.things}>
      <TextInput
        id={inputId}
        w="100%"
        placeholder={protocolFacts[protocol].example}
        disabled={field.disabled}
        error={problemsAt(field.problems, [...path, 'address']).length > 0}
        value={address === undefined || address === null ? '' : String(address)}
        onChange={({ currentTarget: { value } }) => experiment.set([...path, 'address'], value)}
      />
      <AuthControl field={field} protocol={protocol} />
      {others.length > 0 && (
        <SourceLink path={path}>{`Also in the source: ${others.join(', ')}`}</SourceLink>
      )}
    </div>
  );
}

/** Authentication of requests: its kind, and the values that it needs. */
function AuthControl({ field, protocol }: Omit<EndpointProps, 'inputId'>) {
  const { label } = protocolStyle(protocol);
  const path = ['service', protocol, 'auth'];
  const auth = valueAt(field.value, ['auth']);
  const kind = authKinds.find(({ value }) => valueAt(auth, [value]) !== undefined);
  const choose = (value: string | null) => {
    if (value === '') experiment.remove(path);
    else if (value !== null && value !== kind?.value) experiment.set(path, newAuth(value));
  };
  return (
    <div className={styles.pairs}>
      <span aria-hidden>Authentication</span>
      <Select
        aria-label={`Authentication of the ${label} service`}
        w={170}
        allowDeselect={false}
        disabled={field.disabled}
        value={kind?.value ?? ''}
        onChange={choose}
        data={[
          { value: '', label: 'None' },
          ...authKinds
            .filter(({ only }) => only === undefined || only === protocolFacts[protocol].custom)
            .map(({ value, label: name }) => ({ value, label: name })),
        ]}
      />
      {(kind ? authFields(kind, auth) : []).map((one) => (
        <AuthText key={one.label} one={one} path={path} auth={auth} field={field} label={label} />
      ))}
    </div>
  );
}

interface AuthTextProps extends Pick<ControlProps, 'field'> {
  readonly one: AuthField;
  readonly path: Path;
  readonly auth: unknown;
  /** Of the protocol. */
  readonly label: string;
}

function AuthText({ one, path, auth, field, label }: AuthTextProps) {
  const at = [...path, ...one.path];
  const value = valueAt(auth, one.path);
  const text = value === undefined || value === null ? '' : String(value);
  return (
    <>
      <span aria-hidden>{one.label}</span>
      <TextInput
        aria-label={`${label}: ${one.label}`}
        w="100%"
        placeholder={one.example}
        disabled={field.disabled}
        error={problemsAt(field.problems, at).length > 0}
        value={text}
        onChange={({ currentTarget }) => {
          if (currentTarget.value === '' && one.optional) experiment.remove(at);
          else experiment.set(at, currentTarget.value);
        }}
      />
      {one.secret && isLiteral(text) && (
        <span className={styles.warn} role="status">
          This stands in the file for everyone to read. Write {one.example}, and set that variable
          where Wirebench runs.
        </span>
      )}
    </>
  );
}
