import { type Protocol, protocols } from '../../../contracts/words.ts';
import { toggled } from '../../data/toggled.ts';
import { protocolStyle } from '../../look/protocols.ts';
import { ProtocolMarker } from '../ProtocolMarker.tsx';
import { ControlField } from './ControlBar.tsx';
import styles from './Controls.module.css';

interface ProtocolChecksProps {
  readonly chosen: readonly Protocol[];
  /** The protocols to choose from; all if omitted. */
  readonly offered?: readonly Protocol[];
  readonly disabled: boolean;
  /** Called with the protocols in their default order. */
  readonly onChange: (chosen: Protocol[]) => void;
}

/** A check box for each protocol. */
export function ProtocolChecks(props: ProtocolChecksProps) {
  const { chosen, offered = protocols, disabled, onChange } = props;
  return (
    <ControlField legend="Protocols" disabled={disabled}>
      <div className={styles.protocols}>
        {protocols.map((protocol) => (
          <label key={protocol} className={styles.protocol}>
            <input
              type="checkbox"
              checked={chosen.includes(protocol) && offered.includes(protocol)}
              disabled={!offered.includes(protocol)}
              onChange={() => onChange(toggled(chosen, protocol, protocols))}
            />
            <ProtocolMarker protocol={protocol} />
            {protocolStyle(protocol).label}
          </label>
        ))}
      </div>
    </ControlField>
  );
}
