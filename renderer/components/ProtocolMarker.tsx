import type { Protocol } from '../../contracts/words.ts';
import { protocolStyle } from '../app/protocols.ts';

const paths = {
  circle: 'M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8z',
  square: 'M1.5 1.5h7v7h-7z',
  triangle: 'M5 1l4.400 8h-8.800z',
} as const;

/** The small shape that stands for a protocol, in its colour. */
export function ProtocolMarker({ protocol, size = 9 }: { protocol: Protocol; size?: number }) {
  const style = protocolStyle(protocol);
  return (
    <svg width={size} height={size} viewBox="0 0 10 10" aria-hidden focusable="false">
      <path d={paths[style.marker]} fill={style.color} />
    </svg>
  );
}
