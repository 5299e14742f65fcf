import { pageDataVersion } from '#shared';
import type { DeferredDatum, PageData } from '#shared';

/**
 * Reads line 1 of a page-data answer. Undefined, or it throws, for anything else, so that a proxy's error page or
 * an answer of another version leads to a full navigation. What the server of this code sends is held in every
 * field by `parsePageData`: looked at here is only what a page cannot be shown without.
 */
export function readPageData(line: string): PageData | undefined {
  const page = JSON.parse(line) as PageData;
  const { v, location, errors, segments } = page;
  const isWhole = segments.every(({ key, view, head, tags }) => key && view && head && tags);
  return v === pageDataVersion && isWhole && (location || errors || segments[0]) ? page : undefined;
}

/** Reads a line after the first. Undefined for anything that is none. */
export function readDeferredDatum(line: string): DeferredDatum | undefined {
  try {
    const datum = JSON.parse(line) as DeferredDatum;
    return 'data' in datum || datum.outcome.view ? datum : undefined;
  } catch {
    return undefined;
  }
}
