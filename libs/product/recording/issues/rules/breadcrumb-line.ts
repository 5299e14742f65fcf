import type { Breadcrumb, JsonValue } from '#shared';

export interface BreadcrumbLine {
  readonly text: string;
  /** Data that the text does not already show. */
  readonly data: readonly (readonly [name: string, value: JsonValue])[];
}

/**
 * Formats a breadcrumb as one line. The text of a request with a method is made from its data and
 * replaces the message, because it says more than most messages do. Other requests and navigations
 * are made from their data only when there is no message.
 */
export function toBreadcrumbLine({
  type,
  category,
  message = '',
  data = {},
}: Breadcrumb): BreadcrumbLine {
  const isNavigation = type === 'navigation' || category === 'navigation';
  const written = isNavigation ? navigationOf(data) : requestOf(data);
  const isWritten = written !== undefined && (message === '' || written.isWhole);
  if (!isWritten) return { text: message, data: Object.entries(data) };
  const rest = Object.entries(data).filter(([name]) => !written.keys.includes(name));
  const isSaid = written.text.includes(message);
  return { text: written.text, data: isSaid ? rest : [['message', message], ...rest] };
}

type Data = Readonly<Record<string, JsonValue>>;
interface Written {
  readonly text: string;
  readonly keys: readonly string[];
  readonly isWhole: boolean;
}

/** Names of the same fields in SDKs of different languages and ages. */
const METHODS = ['http.request.method', 'http.method', 'method'];
const ADDRESSES = ['url', 'http.url', 'url.full'];
const STATUSES = ['http.response.status_code', 'status_code', 'http.status_code'];
const REASONS = ['reason'];

function requestOf(data: Data): Written | undefined {
  const [method, url, status, reason] = [METHODS, ADDRESSES, STATUSES, REASONS].map((names) =>
    findText(data, names),
  );
  if (!url) return undefined;
  const answer = status && [status.text, reason?.text].filter(Boolean).join(' ');
  return {
    text: [method?.text, url.text, answer && `→ ${answer}`].filter(Boolean).join(' '),
    keys: [method, url, status, status && reason].flatMap((each) => each?.name ?? []),
    isWhole: method !== undefined,
  };
}

function findText(
  data: Data,
  names: readonly string[],
): { readonly name: string; readonly text: string } | undefined {
  for (const name of names) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) {
      return { name, text: String(value) };
    }
  }
  return undefined;
}

function navigationOf({ from, to }: Data): Written | undefined {
  if (typeof to !== 'string') return undefined;
  const text = typeof from === 'string' ? `${from} → ${to}` : to;
  return { text, keys: ['from', 'to'], isWhole: false };
}
