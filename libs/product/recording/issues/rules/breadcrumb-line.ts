import type { Breadcrumb, JsonValue } from '#shared';

export interface BreadcrumbLine {
  readonly text: string;
  /** What the text does not say yet. */
  readonly data: readonly (readonly [name: string, value: JsonValue])[];
}

/**
 * A breadcrumb in a line: requests and navigations are put together from their data. A request says so much more than
 * most messages about it that its line goes before its message.
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
  /** Whether it says more than a message would. */
  readonly isWhole: boolean;
}

/** As the SDKs of different languages and ages name them. */
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
