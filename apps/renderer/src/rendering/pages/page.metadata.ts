import type { AnyPlaces } from './page-places.ts';
import type { AnySegmentOptions } from './segment-options.ts';

export const PAGE_METADATA = Symbol('errata.page');

export interface PageMetadata {
  readonly view: string;
  readonly options: AnySegmentOptions;
  readonly staleMs: number;
  readonly places?: AnyPlaces;
}

export function getPageMetadata(method: object): PageMetadata | undefined {
  return Reflect.getMetadata(PAGE_METADATA, method) as PageMetadata | undefined;
}
