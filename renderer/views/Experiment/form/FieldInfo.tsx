import { ActionIcon, Popover } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo } from 'react';
import { type FieldSpec, field } from '../../../document/fields.ts';
import { formatRoute } from '../../../navigation/navigation.ts';
import { explain } from './explain.ts';
import styles from './Form.module.css';
import { useField } from './SourceContext.tsx';

/** Text for a default. */
export function describeDefault(fallback: unknown): string {
  if (Array.isArray(fallback)) return fallback.length === 0 ? 'none' : fallback.join(', ');
  return fallback === '' ? 'nothing' : String(fallback);
}

/** A button that explains a setting in place: what it means, its unit, its default. */
export function FieldInfo({ spec }: { spec: FieldSpec }) {
  return <Info spec={spec} model={useField(field('load.model')).value} />;
}

/** Rendered again only if changed: there is one for each setting, and each keystroke renders the form. */
const Info = memo(function Info({ spec, model }: { spec: FieldSpec; model: unknown }) {
  const explanation = explain(spec.path, model);
  if (explanation === null) return null;
  const { text, unit, term } = explanation;
  return (
    <Popover width={300} position="bottom-end" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon className={styles.info ?? ''} size={22} aria-label={`About ${spec.label}`}>
          <IconInfoCircle size={14} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.explanation ?? ''} aria-label={`About ${spec.label}`}>
        <p>{text}</p>
        <dl>
          <dt>In the file</dt>
          <dd className="wb-mono">{spec.path.join('.')}</dd>
          {unit !== null && (
            <>
              <dt>Value</dt>
              <dd>{unit}</dd>
            </>
          )}
          <dt>Default</dt>
          <dd>
            {spec.fallback === undefined ? 'none (required)' : describeDefault(spec.fallback)}
          </dd>
        </dl>
        {term !== null && (
          <a href={formatRoute({ view: 'help', topic: `glossary/${term}` })}>In the glossary</a>
        )}
      </Popover.Dropdown>
    </Popover>
  );
});
