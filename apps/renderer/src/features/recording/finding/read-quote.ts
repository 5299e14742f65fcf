import type { Address } from '#shared';
import { isEventId, searchLimits } from '#shared';

/** What a text may be that somebody quotes. */
export interface Quote {
  /** The text without blanks around it. */
  readonly text: string;
  /** Of an issue of this instance: its path and query. */
  readonly address?: Address;
  readonly shortId?: { readonly slug: string; readonly number: number };
  /** All or the first digits of an event's id: lower-case hex without dashes. */
  readonly eventId?: string;
  /** Lower-case hex without dashes. */
  readonly traceId?: string;
}

const SHORT_ID = /^#?([a-z0-9][a-z0-9-]{0,49})-([1-9]\d{0,14})$/i;
const HEX_WITH_DASHES = /^[0-9a-f][0-9a-f-]*$/i;
const ISSUE_PATH = /\/issues\/[1-9]\d{0,14}\/?$/;
/** `00-<trace>-<span>-01`, as requests carry it, and `<trace>-<span>-1`, as Sentry's SDKs write it. */
const TRACE_HEADER = /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})-[0-9a-f]{16}(?:-[0-9a-f]{1,2})?$/i;

/** Reads a text as everything that it may be. Undefined where it is empty or too long to be anything. */
export function readQuote(typed: string): Quote | undefined {
  const text = typed.trim();
  if (text === '' || text.length > searchLimits.queryCharacters) return undefined;
  const header = TRACE_HEADER.exec(text)?.[1];
  if (header !== undefined) return { text, traceId: header.toLowerCase() };
  const shortId = SHORT_ID.exec(text);
  const hex = HEX_WITH_DASHES.test(text) ? text.replaceAll('-', '').toLowerCase() : '';
  const isOfEvent = hex.length >= searchLimits.shortestEventId && hex.length <= 32;
  const address = readAddress(text);
  return {
    text,
    ...(address === undefined ? {} : { address }),
    ...(shortId
      ? { shortId: { slug: shortId[1]!.toLowerCase(), number: Number(shortId[2]) } }
      : {}),
    ...(isOfEvent ? { eventId: hex } : {}),
    ...(isEventId(hex) ? { traceId: hex } : {}),
  };
}

/** Whatever host it names: people open one instance by several. Nothing but the path and the event leads anywhere. */
function readAddress(text: string): Address | undefined {
  if (!/^(?:https?:\/)?\//i.test(text) || !URL.canParse(text, 'http://errata.invalid'))
    return undefined;
  const { pathname, searchParams } = new URL(text, 'http://errata.invalid');
  const path = ISSUE_PATH.exec(pathname)?.[0].replace(/\/$/, '');
  const event = searchParams.get('event');
  if (path === undefined) return undefined;
  return (event !== null && isEventId(event) ? `${path}?event=${event}` : path) as Address;
}
