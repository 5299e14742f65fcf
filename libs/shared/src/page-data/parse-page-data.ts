import { pageDataVersion } from './page-data.ts';
import type {
  BuildConflict,
  DeferredDatum,
  DeferredOutcome,
  Head,
  PageData,
  SegmentData,
} from './page-data.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads line 1 of a page-data answer. Undefined for anything else, so that a proxy's error page or an
 * answer of another version leads to a full navigation. Unknown fields are ignored.
 */
export function parsePageData(line: string): PageData | undefined {
  const fields = parseFields(line);
  return fields && isPageData(fields) ? (fields as unknown as PageData) : undefined;
}

/**
 * Reads the line to a client of another build. Undefined for anything else, so that a page that ended
 * with the same status is told apart.
 */
export function parseBuildConflict(line: string): BuildConflict | undefined {
  const fields = parseFields(line);
  if (!fields || 'v' in fields) return undefined;
  if (typeof fields['build'] !== 'string' || typeof fields['url'] !== 'string') return undefined;
  return fields as unknown as BuildConflict;
}

/** Reads a line after the first. Undefined for anything that is none, or that `page` does not wait for. */
export function parseDeferredDatum(line: string, page: PageData): DeferredDatum | undefined {
  const fields = parseFields(line);
  if (!fields) return undefined;
  const { segment, name, outcome } = fields;
  if (typeof segment !== 'number' || typeof name !== 'string') return undefined;
  if (!page.segments[segment]?.deferred?.includes(name)) return undefined;
  // One of the two: what is read by the one would be missing in the other.
  if ('data' in fields === 'outcome' in fields) return undefined;
  if ('outcome' in fields && !isOutcome(outcome)) return undefined;
  return fields as unknown as DeferredDatum;
}

function parseFields(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPageData(fields: Fields): boolean {
  const { v, build, url, status, location, staleMs, segments } = fields;
  return (
    v === pageDataVersion &&
    typeof build === 'string' &&
    typeof url === 'string' &&
    isStatus(status) &&
    isOptional(location, 'string') &&
    Number.isFinite(staleMs) &&
    Number(staleMs) >= 0 &&
    Array.isArray(segments) &&
    segments.every(isSegment)
  );
}

function isSegment(value: unknown): value is SegmentData {
  if (!isFields(value)) return false;
  const { key, view, head, tags, deferred } = value;
  return (
    typeof key === 'string' &&
    typeof view === 'string' &&
    isHead(head) &&
    isStrings(tags) &&
    (deferred === undefined || isStrings(deferred))
  );
}

function isHead(value: unknown): value is Head {
  if (!isFields(value)) return false;
  const { title, description, noindex } = value;
  return (
    isOptional(title, 'string') &&
    isOptional(description, 'string') &&
    isOptional(noindex, 'boolean')
  );
}

function isOutcome(value: unknown): value is DeferredOutcome {
  return isFields(value) && isStatus(value['status']) && typeof value['view'] === 'string';
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) < 600;
}

function isOptional(value: unknown, type: 'string' | 'boolean'): boolean {
  return value === undefined || typeof value === type;
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
