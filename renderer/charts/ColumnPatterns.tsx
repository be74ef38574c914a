import { ink, type LegendItem } from './look.ts';

/** The names under which a chart finds the fills of one series. */
export function patternIds(id: string) {
  return { own: `${id}-own`, suspect: `${id}-suspect`, 'client-bound': `${id}-client-bound` };
}

/**
 * Fills of the columns of one series, to be told apart in grey: stripes or dots of its protocol,
 * and for what is not trusted lines and crossing lines over a faint ground.
 */
export function ColumnPatterns({ id, look }: { id: string; look: LegendItem }) {
  const ids = patternIds(id);
  const size = 5;
  const shared = { width: size, height: size, patternUnits: 'userSpaceOnUse' } as const;
  return (
    <>
      <OwnPattern id={ids.own} look={look} />
      <pattern id={ids.suspect} {...shared} patternTransform="rotate(45)">
        <rect width={1.75} height={size} fill={look.color} />
      </pattern>
      <pattern id={ids['client-bound']} {...shared} patternTransform="rotate(45)">
        <rect width={1.5} height={size} fill={look.color} />
        <rect width={size} height={1.5} fill={look.color} />
      </pattern>
    </>
  );
}

function OwnPattern({ id, look }: { id: string; look: LegendItem }) {
  const color = look.fill === 'outline' ? look.color : ink.paper;
  if (look.pattern === 'stripes') {
    return (
      <pattern id={id} width={8} height={5} patternUnits="userSpaceOnUse">
        <rect width={8} height={1.4} fill={color} />
      </pattern>
    );
  }
  if (look.pattern !== 'dots') return null;
  return (
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse">
      <circle cx={1.5} cy={1.5} r={1.05} fill={color} />
      <circle cx={4.5} cy={4.5} r={1.05} fill={color} />
    </pattern>
  );
}
