import type { BodyPlace } from '../segments/body-place.ts';

export interface PlaceColumns {
  readonly segment: number | null;
  readonly body_offset: number | null;
  readonly body_bytes: number | null;
  readonly body_checksum: number | null;
}

export const PLACE_COLUMNS = 'segment, body_offset, body_bytes, body_checksum';

export function toPlaceColumns(place: BodyPlace | undefined): (number | null)[] {
  if (!place) return [null, null, null, null];
  return [place.segment, place.offset, place.bytes, place.checksum];
}

export function findPlace(columns: PlaceColumns): BodyPlace | undefined {
  const { segment, body_offset, body_bytes, body_checksum } = columns;
  if (segment === null) return undefined;
  return { segment, offset: body_offset!, bytes: body_bytes!, checksum: body_checksum! };
}
