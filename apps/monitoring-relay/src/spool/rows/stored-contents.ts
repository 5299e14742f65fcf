import { noContents, type ReportContents } from '../../outcomes/report-contents.ts';

/**
 * The name of the report's request stands beside its contents, because spools of 0.2.0 have no
 * column for it. Their version can read such contents as well.
 */
type StoredContents = ReportContents & { readonly request?: string | undefined };

export function parseContents(text: string): StoredContents {
  return { ...noContents, ...(JSON.parse(text) as Partial<StoredContents>) };
}

export function formatContents(contents: StoredContents): string {
  return JSON.stringify(contents);
}
