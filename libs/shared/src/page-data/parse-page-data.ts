import { toKind } from '../to-kind.ts';
import { pageDataVersion } from './page-data.ts';
import type { Flash } from './flash.ts';
import type { BuildConflict, DeferredDatum, PageData } from './page-data.ts';

const OPTIONAL = /location|title|noindex|deferred|flash|undo|label|^at$/;

/** Whether a value has the types that its pattern has: a list those of the pattern's only item, fields each its own. */
function isLike(value: unknown, pattern: unknown): boolean {
  if (toKind(value) !== toKind(pattern)) return false;
  if (Array.isArray(pattern)) {
    return (value as unknown[]).every((item) => isLike(item, pattern[0]));
  }
  // None of what is neither.
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
 * Reads line 1 of a page-data answer. Undefined for anything else, so that a proxy's error page or an
 * answer of another version leads to a full navigation. Unknown fields are ignored.
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

/** Whether each field is a text, or a list of them. */
function hasTexts(fields: NonNullable<Flash['undo']>['fields'] = {}): boolean {
  return Object.values(fields).every((field) => isLike(field, '') || isLike(field, ['']));
}

/**
 * Reads the line to a client of another build. Undefined for anything else, so that a page that ended
 * with the same status is told apart.
 */
export function parseBuildConflict(line: string): BuildConflict | undefined {
  const value = parseJson(line);
  const isConflict = isLike(value, { build: '', url: '' }) && !('v' in (value as object));
  return isConflict ? (value as BuildConflict) : undefined;
}

/** Reads a line after the first. Undefined for anything that is none. */
export function parseDeferredDatum(line: string): DeferredDatum | undefined {
  const value = parseJson(line);
  if (!isLike(value, { segment: 0, name: '' })) return undefined;
  const datum = value as DeferredDatum;
  // One of the two: what is read by the one would be missing in the other.
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
