import { experiment, useExperiment } from '../../../../document/experimentStore.ts';
import { removeShape, renameShape, type ShapePart } from '../../../../document/ownShapes.ts';
import { IconButton, NameField } from './parts.tsx';
import styles from './Service.module.css';

interface GroupHeadProps {
  readonly part: ShapePart;
  readonly what: 'mix' | 'flow';
  readonly name: string;
  readonly disabled: boolean;
}

/** The name of a mix or flow, and the button that removes it. */
export function GroupHead({ part, what, name, disabled }: GroupHeadProps) {
  return (
    <div className={styles.line}>
      <NameField
        label={`Name of ${what} ${name}`}
        name={name}
        disabled={disabled}
        onRename={(to) => {
          const { text } = useExperiment.getState();
          const renamed = renameShape(text, part, name, to);
          experiment.write(renamed, `rename ${name}`);
          return renamed !== text;
        }}
      />
      <span className={styles.spacer} />
      <IconButton
        label={`Remove ${what} ${name}`}
        disabled={disabled}
        onClick={() => {
          const { text } = useExperiment.getState();
          experiment.write(removeShape(text, part, name), `remove ${name}`);
        }}
      />
    </div>
  );
}
