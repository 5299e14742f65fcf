/** The forms in which a build has its files, by HTTP's names, smallest first. */
export const assetEncodings = ['br', 'gzip', 'identity'] as const;

export type AssetEncoding = (typeof assetEncodings)[number];

/** One form of one file: as it is, or compressed when it was built. */
export interface AssetForm {
  /** As addresses have it, without the ending that stands for the encoding. */
  readonly name: string;
  readonly encoding: AssetEncoding;
}

const ENDINGS: Readonly<Record<AssetEncoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** `<name>-<eight characters of a hash>.<ending>`, as Vite names what it builds. */
const HASHED = /^\w[\w.-]{0,200}-[\w-]{8}\.[a-z\d]{1,8}$/;

/** Whether the name stands for its content; such a name is one step of a path and never leaves a folder. */
export function isHashedName(name: string): boolean {
  return HASHED.test(name);
}

export function toFileName({ name, encoding }: AssetForm): string {
  return name + ENDINGS[encoding];
}

/** Undefined for a file whose name is not hashed: its content may be another one tomorrow. */
export function parseFileName(file: string): AssetForm | undefined {
  const encoding = assetEncodings.find((candidate) => file.endsWith(ENDINGS[candidate]));
  if (encoding === undefined) return undefined;
  const name = file.slice(0, file.length - ENDINGS[encoding].length);
  return isHashedName(name) ? { name, encoding } : undefined;
}
