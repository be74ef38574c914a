import type { Protocol } from '../../contracts/words.ts';
import { markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';

/** The small shape that stands for a protocol, in its colour. */
export function ProtocolMarker({ protocol, size = 9 }: { protocol: Protocol; size?: number }) {
  const style = protocolStyle(protocol);
  return (
    <svg width={size} height={size} viewBox="0 0 10 10" aria-hidden focusable="false">
      <path d={markerPath(style.marker, 5, 5, 4)} fill={style.color} />
    </svg>
  );
}
