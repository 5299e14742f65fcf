import { pageDataVersion } from '#page-protocol';
import type { DeferredDatum, PageData } from '#page-protocol';

/**
 * Reads the first line of a page-data answer. Returns undefined or throws for anything else, so
 * that a proxy's error page or another version leads to a full navigation. Checks only the fields
 * that a page needs to be shown.
 */
export function readPageData(line: string): PageData | undefined {
  const page = JSON.parse(line) as PageData;
  const { v, location, errors, segments } = page;
  const isWhole = segments.every(({ key, view, head, tags }) => key && view && head && tags);
  return v === pageDataVersion && isWhole && (location || errors || segments[0]) ? page : undefined;
}

export function readDeferredDatum(line: string): DeferredDatum | undefined {
  try {
    const datum = JSON.parse(line) as DeferredDatum;
    return 'data' in datum || datum.outcome.view ? datum : undefined;
  } catch {
    return undefined;
  }
}
