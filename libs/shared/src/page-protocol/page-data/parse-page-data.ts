import { toKind } from '../to-kind.ts';
import { pageDataVersion } from './page-data.ts';
import type { Flash } from './flash.ts';
import type { BuildConflict, DeferredDatum, PageData } from './page-data.ts';

const OPTIONAL = /location|title|noindex|deferred|flash|undo|label|^at$/;

/**
 * Returns true when a value has the types of its pattern. The first item of a list in the pattern
 * is the pattern of all items.
 */
function isLike(value: unknown, pattern: unknown): boolean {
  if (toKind(value) !== toKind(pattern)) return false;
  if (Array.isArray(pattern)) {
    return (value as unknown[]).every((item) => isLike(item, pattern[0]));
  }
  // The pattern of a string, number or boolean has no entries, so only the kind is compared.
  return Object.entries(pattern as object).every(([name, each]) => {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    return isLike(field, each) || (field === undefined && OPTIONAL.test(name));
  });
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
      head: { title: '', noindex: true },
      tags: [''],
      deferred: [''],
    },
  ],
  flash: { text: '', undo: { action: '', at: '', fields: {}, label: '' } },
};

/**
 * Parses the first line of a page-data answer. Returns undefined for anything else: a proxy's error
 * page, or an answer of another version, must lead to a full navigation. Ignores unknown fields.
 */
export function parsePageData(line: string): PageData | undefined {
  const value = parseJson(line);
  if (!isLike(value, PAGE)) return undefined;
  const page = value as PageData;
  const { v, status, staleMs, flash } = page;
  const isPage =
    v === pageDataVersion &&
    /^[1-5]\d\d$/.test(String(status)) &&
    staleMs >= 0 &&
    staleMs < Infinity &&
    hasTexts(flash?.undo?.fields);
  return isPage ? page : undefined;
}

function hasTexts(fields: NonNullable<Flash['undo']>['fields'] = {}): boolean {
  return Object.values(fields).every((field) => isLike(field, '') || isLike(field, ['']));
}

/**
 * Parses the line that a client of another build gets. Returns undefined for anything else, such as
 * a page with the same status.
 */
export function parseBuildConflict(line: string): BuildConflict | undefined {
  const value = parseJson(line);
  const isConflict = isLike(value, { build: '', url: '' }) && !('v' in (value as object));
  return isConflict ? (value as BuildConflict) : undefined;
}

/** Parses a line after the first. Returns undefined for anything that is not a deferred datum. */
export function parseDeferredDatum(line: string): DeferredDatum | undefined {
  const value = parseJson(line);
  if (!isLike(value, { segment: 0, name: '' })) return undefined;
  const datum = value as DeferredDatum;
  // A datum with both `data` and `outcome` is refused, because a reader would use one and ignore
  // the other.
  const isEnding =
    'data' in datum ? !('outcome' in datum) : isLike(datum.outcome, { status: 0, view: '' });
  return isEnding ? datum : undefined;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
