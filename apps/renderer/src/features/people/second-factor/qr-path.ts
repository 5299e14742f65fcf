import { encode } from 'uqr';

export interface QrPath {
  /** Modules along each side. */
  readonly size: number;
  /** The dark modules, one by one, as a path of SVG. */
  readonly path: string;
}

/** A QR code of `text`, without its quiet zone. */
export function toQrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}
