import type { Breadcrumb, JsonValue } from '#shared';

export interface BreadcrumbLine {
  readonly text: string;
  /** What the text does not say yet. */
  readonly data: readonly (readonly [name: string, value: JsonValue])[];
}

/** A breadcrumb in a line: requests and navigations are put together from their data. */
export function toBreadcrumbLine({ type, message = '', data = {} }: Breadcrumb): BreadcrumbLine {
  const written = type === 'navigation' ? navigationOf(data) : requestOf(data);
  const text = message === '' ? (written?.text ?? '') : message;
  const said = message === '' && written ? written.keys : [];
  return { text, data: Object.entries(data).filter(([name]) => !said.includes(name)) };
}

type Data = Readonly<Record<string, JsonValue>>;
type Written = { readonly text: string; readonly keys: readonly string[] };

function requestOf({ method, url, status_code: status }: Data): Written | undefined {
  if (typeof url !== 'string') return undefined;
  const parts = [typeof method === 'string' ? method : 'GET', url];
  if (typeof status === 'number' || typeof status === 'string') parts.push(`→ ${status}`);
  return { text: parts.join(' '), keys: ['method', 'url', 'status_code'] };
}

function navigationOf({ from, to }: Data): Written | undefined {
  if (typeof to !== 'string') return undefined;
  return {
    text: typeof from === 'string' ? `${from} → ${to}` : to,
    keys: ['from', 'to'],
  };
}
