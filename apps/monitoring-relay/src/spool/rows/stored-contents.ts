import { noContents, type ReportContents } from '../../outcomes/report-contents.ts';

export function parseContents(text: string): ReportContents {
  return { ...noContents, ...(JSON.parse(text) as Partial<ReportContents>) };
}

export function formatContents(contents: ReportContents): string {
  return JSON.stringify(contents);
}
