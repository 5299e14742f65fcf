import { pageDataVersion } from './page-data.ts';
import type { BuildConflict, DeferredDatum, PageData } from './page-data.ts';

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string';
const isStatus: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 100 && Number(value) < 600;
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const fieldsOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const isOptionalText = orAbsent(isText);
const isTexts = listOf(isText);

const isPageData = fieldsOf({
  v: (value) => value === pageDataVersion,
  build: isText,
  url: isText,
  status: isStatus,
  location: isOptionalText,
  staleMs: (value) => Number.isFinite(value) && Number(value) >= 0,
  segments: listOf(
    fieldsOf({
      key: isText,
      view: isText,
      head: fieldsOf({
        title: isOptionalText,
        description: isOptionalText,
        noindex: orAbsent((value) => typeof value === 'boolean'),
      }),
      tags: isTexts,
      deferred: orAbsent(isTexts),
    }),
  ),
});
const isBuildConflict = fieldsOf({ v: (value) => value === undefined, build: isText, url: isText });
const isOutcome = fieldsOf({ status: isStatus, view: isText });

/**
 * Reads line 1 of a page-data answer. Undefined for anything else, so that a proxy's error page or an
 * answer of another version leads to a full navigation. Unknown fields are ignored.
 */
export function parsePageData(line: string): PageData | undefined {
  const fields = parseFields(line);
  return isPageData(fields) ? (fields as unknown as PageData) : undefined;
}

/**
 * Reads the line to a client of another build. Undefined for anything else, so that a page that ended
 * with the same status is told apart.
 */
export function parseBuildConflict(line: string): BuildConflict | undefined {
  const fields = parseFields(line);
  return isBuildConflict(fields) ? (fields as unknown as BuildConflict) : undefined;
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
