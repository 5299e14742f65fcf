import { encode } from 'uqr';

export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** Returns the QR code of `text` without its quiet zone, which the view adds. */
export function toQrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}
