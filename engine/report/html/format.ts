/** Numbers as people read them; always with a point, whatever the machine's language. */

/** To three significant digits, or whole from 100 on, thousands separated: `12,345`, `48.3`, `0.271`. */
export function figure(value: number): string {
  const size = Math.abs(value);
  if (!(size > 0)) return separated(value, 0);
  return separated(value, Math.min(9, Math.max(0, 2 - Math.floor(Math.log10(size)))));
}

export function whole(value: number): string {
  return separated(value, 0);
}

/** A share of 0–1: `0.30 %`. A share too small to show is not shown as none. */
export function share(value: number): string {
  const percent = 100 * value;
  if (percent > 0 && percent < 0.005) return '< 0.01 %';
  return `${separated(percent, percent === 0 || percent >= 10 ? 1 : 2)} %`;
}

/** A change in percent with its sign: `+38.2 %`, `−12.0 %`. */
export function change(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${separated(Math.abs(percent), Math.abs(percent) >= 1000 ? 0 : 1)} %`;
}

/** `2026-11-21 08:30:00 UTC` of an ISO time; anything else as it is. */
export function moment(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Bytes in binary units: `3.82 GiB`. */
export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${figure(value)} ${units[unit]}`;
}

function separated(value: number, decimals: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
