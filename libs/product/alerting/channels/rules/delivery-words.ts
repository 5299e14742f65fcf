import { findOwn } from '#shared';
export interface EndedDelivery {
  readonly answer?: string | undefined;
  readonly refusedHost?: string | undefined;
}

const STATUS = /^(\d{3})(?: ([\s\S]*))?$/;

const STATUSES: Readonly<Record<string, string>> = {
  400: 'bad request',
  401: 'not signed in',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  408: 'timeout',
  410: 'gone',
  413: 'too large',
  429: 'too many requests',
  500: 'internal error',
  502: 'bad gateway',
  503: 'unavailable',
  504: 'gateway timeout',
};

const REASONS = ['message', 'description', 'detail', 'reason', 'error', 'title'];

/**
 * Depth to which an answer's JSON is searched for a reason. A receiver may send deeply nested JSON.
 */
const DEEPEST = 4;

export function describeFailure({ answer = '', refusedHost }: EndedDelivery): string {
  if (refusedHost !== undefined) return toRefusalText(refusedHost);
  const [, status, body = ''] = STATUS.exec(answer) ?? [];
  if (status === undefined) return toSentence(answer);
  const said = toPlainText(body);
  const meaning = findOwn(STATUSES, status);
  const reason = [...(meaning === undefined ? [] : [`(${meaning})`]), ...(said ? [said] : [])];
  return toSentence([`The receiver answered ${status}`, ...reason].join(' '));
}

/**
 * Explains a refused host. The text does not say whether the host is unknown or private, because
 * this would reveal names of the private network.
 */
export function toRefusalText(host: string): string {
  return `${host} is unknown, or in a private network. Allow it?`;
}

/**
 * Suggests what to do next. Returns an empty string when the receiver's answer already says what to
 * do.
 */
export function adviseOnFailure({ answer = '', refusedHost }: EndedDelivery): string {
  if (refusedHost !== undefined) return '';
  const status = Number(STATUS.exec(answer)?.[1] ?? 0);
  if (status === 401 || status === 403) return 'Enter the address and token anew under Change.';
  if (status === 404 || status === 410) {
    return 'Make a new address at the receiver, and enter it under Change.';
  }
  if (status === 429) return 'The receiver asks Errata to wait.';
  if (status >= 500) return 'The receiver has a problem of its own.';
  if (status >= 400) return 'Check that the address is of this kind of channel.';
  return /\bE[A-Z]{5,}\b|no answer within/.test(answer)
    ? 'Check the address, and whether Errata’s relay may reach it.'
    : '';
}

function toPlainText(body: string): string {
  const text = body.trim();
  if (text.startsWith('<')) return '';
  if (!text.startsWith('{') && !text.startsWith('[')) return text.replaceAll(/\s+/g, ' ');
  try {
    return findReason(JSON.parse(text)) ?? '';
  } catch {
    return '';
  }
}

function findReason(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return undefined;
  if (Array.isArray(value)) return findReason(value[0], depth + 1);
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of REASONS) {
    const reason = findReason(fields[name], depth + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function toSentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
