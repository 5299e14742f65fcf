import { formatRequestIdentity, parseRequestIdentity, type RequestIdentity } from '#persistence';
import { noContents, type ReportContents } from '../../outcomes/report-contents.ts';

/**
 * A name stands in the column of the contents, because spools of 0.2.0 have no column for it. Their
 * version can read such contents as well.
 */
type StoredContents = ReportContents & { readonly request?: string };

export function parseContents(text: string): ReportContents {
  return parseNamedContents(text).contents;
}

export function parseNamedContents(text: string): {
  readonly contents: ReportContents;
  readonly request?: RequestIdentity;
} {
  const { request: name, ...stored } = JSON.parse(text) as Partial<StoredContents>;
  const request = name === undefined ? undefined : parseRequestIdentity(name);
  return { contents: { ...noContents, ...stored }, ...(request ? { request } : {}) };
}

export function formatContents(contents: ReportContents, request?: RequestIdentity): string {
  if (!request) return JSON.stringify(contents);
  return JSON.stringify({ ...contents, request: formatRequestIdentity(request) });
}
