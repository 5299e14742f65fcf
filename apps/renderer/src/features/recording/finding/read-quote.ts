import type { Address } from '#shared';
import { isEventId, readShortId, searchLimits } from '#shared';

export interface Quote {
  readonly text: string;
  readonly address?: Address;
  readonly shortId?: { readonly slug: string; readonly number: number };
  /** The whole event id or its first digits, in lower-case hex without dashes. */
  readonly eventId?: string;
  /** In lower-case hex without dashes. */
  readonly traceId?: string;
}

const HEX_WITH_DASHES = /^[0-9a-f][0-9a-f-]*$/i;
const ISSUE_PATH = /\/issues\/[1-9]\d{0,14}\/?$/;
/** Clients print addresses of issues with the short id, too. */
const ISSUE_LINK = /^(?:https?:\/)?\/(?:.*\/)?issues\/([^/?#]+)\/?(?:[?#].*)?$/i;
/**
 * Matches the headers `traceparent` (`00-<trace>-<span>-01`) and `sentry-trace`
 * (`<trace>-<span>-1`).
 */
const TRACE_HEADER = /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})-[0-9a-f]{16}(?:-[0-9a-f]{1,2})?$/i;

/**
 * Reads the text as an address, a short id, an event id or a trace id. One text may match several
 * of them. Returns undefined when the text is empty or too long.
 */
export function readQuote(typed: string): Quote | undefined {
  const text = typed.trim();
  if (text === '' || text.length > searchLimits.queryCharacters) return undefined;
  const header = TRACE_HEADER.exec(text)?.[1];
  if (header !== undefined) return { text, traceId: header.toLowerCase() };
  const shortId = findShortId(text);
  const hex = HEX_WITH_DASHES.test(text) ? text.replaceAll('-', '').toLowerCase() : '';
  const isOfEvent = hex.length >= searchLimits.shortestEventId && hex.length <= 32;
  const address = readAddress(text);
  return {
    text,
    address,
    shortId,
    eventId: isOfEvent ? hex : undefined,
    traceId: isEventId(hex) ? hex : undefined,
  };
}

function findShortId(text: string): Quote['shortId'] {
  return readShortId(ISSUE_LINK.exec(text)?.[1] ?? text.replace(/^#/, ''));
}

/**
 * Accepts any host, because one instance may have several host names. Keeps only the path and the
 * event, so the returned address cannot lead to another site.
 */
function readAddress(text: string): Address | undefined {
  if (!/^(?:https?:\/)?\//i.test(text) || !URL.canParse(text, 'http://errata.invalid'))
    return undefined;
  const { pathname, searchParams } = new URL(text, 'http://errata.invalid');
  const path = ISSUE_PATH.exec(pathname)?.[0].replace(/\/$/, '');
  const event = searchParams.get('event');
  if (path === undefined) return undefined;
  return (event !== null && isEventId(event) ? `${path}?event=${event}` : path) as Address;
}
