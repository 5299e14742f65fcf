import type { AnySegmentOptions } from './segment-options.ts';

export const PAGE_METADATA = Symbol('errata.page');

export interface PageMetadata {
  readonly view: string;
  readonly options: AnySegmentOptions;
  readonly staleMs: number;
}

export function getPageMetadata(method: object): PageMetadata | undefined {
  return Reflect.getMetadata(PAGE_METADATA, method) as PageMetadata | undefined;
}
