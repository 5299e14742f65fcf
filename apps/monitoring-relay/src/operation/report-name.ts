/** Of a failed report, over all spools. */
export interface ReportName {
  readonly spool: string;
  readonly id: number;
}

const SPOOL = /^[\w-]{1,64}$/;
const NAME = /^(?<spool>[\w-]{1,64}):(?<id>\d{1,15})$/;
/** More spools than anybody has at once. */
const MOST_SPOOLS = 1000;

export function formatReportName({ spool, id }: ReportName): string {
  return `${spool}:${id}`;
}

/** Undefined for what is no name. */
export function parseReportName(text: string): ReportName | undefined {
  const { spool, id } = NAME.exec(text)?.groups ?? {};
  return spool === undefined ? undefined : { spool, id: Number(id) };
}

/** The last id of each spool; undefined for what is no list of names. Of none it is empty. */
function parseUpTo(text: string): ReadonlyMap<string, number> | undefined {
  const parts = text === '' ? [] : text.split(',');
  const names = parts.flatMap((part) => parseReportName(part) ?? []);
  if (names.length < parts.length || names.length > MOST_SPOOLS) return undefined;
  return new Map(names.map(({ spool, id }) => [spool, id]));
}

/** Names of spools, with commas; undefined for what is no such list. */
export function parseSpools(text: string): ReadonlySet<string> | undefined {
  const names = text.split(',');
  const isList = names.length <= MOST_SPOOLS && names.every((name) => SPOOL.test(name));
  return isList ? new Set(names) : undefined;
}

/** Of a query; undefined when it selects nothing that can be understood. */
export function parseSelection(query: Readonly<Record<string, unknown>>): Selection | undefined {
  const { report, upTo, like } = query as { [Key in string]?: unknown };
  if (typeof report === 'string') {
    const name = parseReportName(report);
    return name && { report: name };
  }
  const last = typeof upTo === 'string' ? parseUpTo(upTo) : undefined;
  if (!last) return undefined;
  if (like === undefined) return { upTo: last };
  const name = typeof like === 'string' ? parseReportName(like) : undefined;
  return name && { upTo: last, like: name };
}

/** A `FailedSelection`, understood. */
export type Selection =
  | { readonly report: ReportName }
  | { readonly upTo: ReadonlyMap<string, number>; readonly like?: ReportName };
