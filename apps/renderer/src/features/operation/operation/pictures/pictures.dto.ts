import type { toDiskPicture } from './to-disk-picture.ts';
import type { toPictures } from './to-pictures.ts';

export type DiskPicture = NonNullable<ReturnType<typeof toDiskPicture>>;

export type Pictures = ReturnType<typeof toPictures> & {
  /** Absent while nothing was sampled. */
  readonly disk: DiskPicture | undefined;
};
