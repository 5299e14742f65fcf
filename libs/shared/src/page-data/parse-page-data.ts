import { pageDataVersion } from './page-data.ts';
import type { BuildConflict, DeferredDatum, PageData } from './page-data.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const OPTIONAL = /^(?:location|title|description|noindex|deferred)$/;

/** Whether a value has the types that its pattern has: a list those of the pattern's only item, fields each its own. */
function isLike(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) {
    return Array.isArray(value) && value.every((item) => isLike(item, pattern[0]));
  }
  if (!isFields(pattern)) return typeof value === typeof pattern;
  return (
    isFields(value) &&
    Object.entries(pattern).every(
      ([name, each]) =>
        isLike(value[name], each) || (value[name] === undefined && OPTIONAL.test(name)),
    )
  );
}

const PAGE = {
  build: '',
  url: '',
  status: 0,
  location: '',
  staleMs: 0,
  segments: [
    {
      key: '',
      view: '',
      head: { title: '', description: '', noindex: true },
      tags: [''],
      deferred: [''],
    },
  ],
};

/**
 * Reads line 1 of a page-data answer. Undefined for anything else, so that a proxy's error page or an
 * answer of another version leads to a full navigation. Unknown fields are ignored.
 */
export function parsePageData(line: string): PageData | undefined {
  const fields = parseFields(line);
  const isPage =
    fields?.['v'] === pageDataVersion &&
    isLike(fields, PAGE) &&
    /^[1-5]\d\d$/.test(String(fields['status'])) &&
    Number.isFinite(fields['staleMs']) &&
    Number(fields['staleMs']) >= 0;
  return isPage ? (fields as unknown as PageData) : undefined;
}

/**
 * Reads the line to a client of another build. Undefined for anything else, so that a page that ended
 * with the same status is told apart.
 */
export function parseBuildConflict(line: string): BuildConflict | undefined {
  const fields = parseFields(line);
  const isConflict = fields && !('v' in fields) && isLike(fields, { build: '', url: '' });
  return isConflict ? (fields as unknown as BuildConflict) : undefined;
}

/** Reads a line after the first. Undefined for anything that is none, or that `page` does not wait for. */
export function parseDeferredDatum(line: string, page: PageData): DeferredDatum | undefined {
  const fields = parseFields(line);
  if (!isLike(fields, { segment: 0, name: '' })) return undefined;
  const datum = fields as unknown as DeferredDatum;
  const isWaitedFor = page.segments[datum.segment]?.deferred?.includes(datum.name);
  // One of the two: what is read by the one would be missing in the other.
  const isEnding =
    'data' in datum ? !('outcome' in datum) : isLike(datum.outcome, { status: 0, view: '' });
  return isWaitedFor && isEnding ? datum : undefined;
}

function parseFields(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
