import type { IncomingMessage } from 'node:http';
import {
  isAllowedOrigin,
  type ItemKind,
  reportLimits,
  spanCategories,
  toPrintableLine,
  unshownCategories,
  type EnvelopeHeader,
} from '#shared';
import { findSdk, toNetwork } from '../../keys/describe-sender.ts';
import type { KeyMirror } from '../../keys/key-mirror.ts';
import type { RefusedKeys } from '../../keys/refused-keys.ts';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';
import type { Refusal } from '../refusal.ts';
import type { Sender, SenderAddress } from '../sender-address.ts';
import type { ParseBudget } from './parse-budget.ts';
import type { Allowance, RateLimited, RateLimiter } from './rate-limiter.ts';
import type { StorageWatch } from './storage-watch.ts';
import type { UnwantedSpans } from './unwanted-spans.ts';
import type { Opened } from '../body/body-reading.ts';
import { isEmpty, type KindCounts, type ReportContents } from '../../outcomes/report-contents.ts';

/**
 * Number of characters of a refused key that are noted. They are enough to recognise the DSN, and
 * too few to send reports.
 */
const KEY_PREFIX_LENGTH = 8;

export interface AdmissionRules {
  readonly keys: KeyMirror;
  readonly rates: RateLimiter;
  readonly senders: Pick<SenderAddress, 'take'>;
  readonly storage: Pick<StorageWatch, 'isOverBudget'>;
  readonly parsing: Pick<ParseBudget, 'take'>;
  readonly refusedKeys: Pick<RefusedKeys, 'note'>;
  readonly unwantedSpans: Pick<UnwantedSpans, 'has'>;
  readonly projectId: number | undefined;
  readonly hasHeader: boolean;
  readonly publicKey?: string;
}

/** Kinds that have an allowance of their own (`Allowance`). All other kinds are `reports`. */
const ALLOWANCES: Partial<Record<ItemKind, Allowance>> = {
  internal: 'drops',
  session: 'sessions',
  log_item: 'logs',
  span: 'spans',
  transaction: 'spans',
};

/** All SDKs for Python have names that begin so, such as `sentry.python.fastapi`. */
const PYTHON = 'sentry.python';

/** Intake does not count the spans of a transaction. SDKs put about this many into one. */
const SPANS_PER_TRANSACTION = 10;
/** Spans that cost as much as one report. The allowance of spans is larger by the same factor. */
const SPANS_PER_REPORT = 100;

export class Admission {
  key: MirroredKey | undefined;
  /**
   * Set when the key is over its rate limit. The body is still read, because it may contain client
   * reports, sessions, logs and spans, which have allowances of their own.
   */
  limited: RateLimited | undefined;
  sender: Sender | undefined;
  private origin: string | undefined;
  private sdk = '';
  private isCompressed = false;

  constructor(private readonly rules: AdmissionRules) {}

  get isOverBudget(): boolean {
    return this.key !== undefined && this.rules.storage.isOverBudget(this.key.projectId);
  }

  get acceptsOnlyErrors(): boolean {
    return this.key?.scope === 'errors';
  }

  /** While the key is unknown, the larger limit applies. */
  get maxEventBytes(): number {
    return this.acceptsOnlyErrors ? reportLimits.errorKeyEventBytes : reportLimits.eventBytes;
  }

  /**
   * Checks the key before the body is read. Also returns undefined when only the envelope header
   * can contain the key. This is so in the tunnel, and when neither the URL nor the request headers
   * contain a key.
   */
  checkRequest(request: IncomingMessage): Refusal | undefined {
    const { projectId, hasHeader, senders, publicKey: named } = this.rules;
    this.sender = senders.take(request);
    this.origin = findOrigin(request);
    this.sdk = findSdk(request);
    this.isCompressed = !/^(?:identity)?$/i.test(request.headers['content-encoding'] ?? '');
    if (projectId === undefined) return undefined;
    const publicKey = named ?? findKey(request);
    if (publicKey !== undefined) return this.check(publicKey, projectId);
    return hasHeader ? undefined : this.refuseKey('', projectId);
  }

  /**
   * Checks the key that the envelope header names. After a refusal the rest of the body is never
   * read.
   */
  checkHeader({ dsn }: EnvelopeHeader): Refusal | undefined {
    if (this.key) return undefined;
    const { projectId } = this.rules;
    if (dsn) return this.check(dsn.publicKey, projectId ?? dsn.projectId);
    return projectId === undefined
      ? {
          ok: false,
          code: 'envelope.malformed',
          detail: 'The header of the envelope names no DSN.',
        }
      : this.refuseKey('', projectId);
  }

  /** Tells whether the key is over its rate limit, and items of the kind do not pass even so. */
  isHeldBack(kind: ItemKind): boolean {
    const { key, limited } = this;
    const allowance = ALLOWANCES[kind];
    if (!limited || !key) return false;
    return allowance === undefined || this.rules.rates.find(key, 1, allowance) !== undefined;
  }

  mayParse(bytes: number): boolean {
    return this.rules.parsing.take(bytes);
  }

  /** Refuses a body that has to be decompressed when those of the key have inflated by too much. */
  checkInflated(): Refusal | undefined {
    const limited = this.key && this.rules.rates.find(this.key, 1, 'inflation');
    return limited && { ok: false, code: 'report.rate_limited', limited };
  }

  /** Counts bytes that decompression adds to the body. */
  noteInflated(bytes: number): void {
    if (this.key && bytes > 0) this.rules.rates.charge(this.key, bytes, 'inflation');
  }

  /** Counts the kept items against the rate limit. A report with no kept items costs nothing. */
  admit({
    items,
    contents,
  }: Pick<Opened, 'items' | 'contents'>):
    | { readonly ok: true; readonly key: MirroredKey }
    | Refusal {
    const { key } = this;
    if (!key) return { ok: false, code: 'report.key_unknown' };
    const { allowance, cost } = toCharge(items, contents.kept);
    const limited = items > 0 ? this.rules.rates.take(key, cost, allowance) : undefined;
    return limited ? { ok: false, code: 'report.rate_limited', limited } : { ok: true, key };
  }

  /**
   * Lists the categories of the report's items that the SDK need not send. Lists none to Python's
   * SDK: while any category is held back, it samples fewer traces, and so do the services it calls.
   */
  listUnwanted({ kept, filtered }: ReportContents, isForwarded: boolean): readonly string[] {
    const { key, rules, sdk } = this;
    if (sdk.startsWith(PYTHON)) return [];
    // The service to which the project forwards may want its spans.
    const isOff = !isForwarded && key !== undefined && rules.unwantedSpans.has(key.projectId);
    return [
      ...(isEmpty(filtered) ? [] : unshownCategories),
      ...(hasSpans(filtered) || (isOff && hasSpans(kept)) ? spanCategories : []),
    ];
  }

  private check(publicKey: string, projectId: number): Refusal | undefined {
    const { keys, rates } = this.rules;
    const checked = keys.check(publicKey, projectId);
    if (!checked.ok) {
      return checked.code === 'report.key_unknown' ? this.refuseKey(publicKey, projectId) : checked;
    }
    this.key = checked.key;
    const { allowedOrigins } = checked.key;
    if (
      allowedOrigins &&
      this.origin !== undefined &&
      !isAllowedOrigin(allowedOrigins, this.origin)
    ) {
      return { ok: false, code: 'report.origin_refused' };
    }
    const inflated = this.isCompressed ? this.checkInflated() : undefined;
    if (inflated) return inflated;
    const limited = rates.find(this.key);
    if (limited && this.rules.hasHeader) this.limited = limited;
    // A body without an envelope header has only what `reports` limits, so it is refused unread.
    else if (limited) return { ok: false, code: 'report.rate_limited', limited };
    return undefined;
  }

  /**
   * Notes the refused key so that the project's owners are told. SDKs do not show users that a DSN
   * is wrong.
   */
  private refuseKey(publicKey: string, projectId: number): Refusal {
    this.rules.refusedKeys.note({
      keyPrefix: toPrintableLine(publicKey).slice(0, KEY_PREFIX_LENGTH),
      projectId,
      sdk: this.sdk,
      network: toNetwork(this.sender?.address),
    });
    return { ok: false, code: 'report.key_unknown' };
  }
}

/** Beside other items, the logs of a report count as one item, and so do each 100 of its spans. */
function toCharge(items: number, kept: KindCounts): { allowance: Allowance; cost: number } {
  const { internal = 0, session = 0, log_item: logs = 0, span = 0, transaction = 0 } = kept;
  const spans = span + transaction;
  const rest = items - internal - session - logs - spans;
  if (rest > 0) {
    const ofSpans = Math.ceil(spans / SPANS_PER_REPORT);
    return { allowance: 'reports', cost: items - Math.max(logs - 1, 0) - spans + ofSpans };
  }
  if (spans > 0) {
    return { allowance: 'spans', cost: items + transaction * (SPANS_PER_TRANSACTION - 1) };
  }
  return { allowance: logs > 0 ? 'logs' : session > 0 ? 'sessions' : 'drops', cost: items };
}

function hasSpans({ span, transaction }: KindCounts): boolean {
  return span !== undefined || transaction !== undefined;
}

/**
 * Returns the origin of the page that sends a request. Browsers send `Origin` with every POST, but
 * only `Referer` with an image request. Returns the text `null` when the page has no origin or
 * `Referer` is not a URL. Returns undefined when the request has neither header: no browser sent
 * it.
 */
function findOrigin({ headers }: IncomingMessage): string | undefined {
  const { origin, referer } = headers;
  if (origin !== undefined) return origin;
  if (referer === undefined) return undefined;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}

const KEY_IN_HEADER = /(?:^|[\s,])sentry_key=(?<key>[^\s,]{1,64})(?:[\s,]|$)/;

const BASIC = /^Basic\s+(?<credentials>[\w+/=-]{1,400})\s*$/i;

/**
 * Returns the public key that a request carries outside its body: in `X-Sentry-Auth`,
 * `Authorization: Sentry …`, `?sentry_key=`, or as the user name of `Authorization: Basic …`.
 * https://develop.sentry.dev/sdk/foundations/transport/authentication/
 *
 * Basic credentials are read last, because they may be meant for a proxy in front of the relay.
 */
export function findKey(request: IncomingMessage): string | undefined {
  const { authorization } = request.headers;
  const ofSentry = authorization && /^Sentry\s/i.test(authorization) ? authorization : undefined;
  for (const header of [request.headers['x-sentry-auth'], ofSentry]) {
    const key =
      typeof header === 'string' ? KEY_IN_HEADER.exec(header)?.groups?.['key'] : undefined;
    if (key) return key;
  }
  const query = new URLSearchParams(/\?(.*)/s.exec(request.url ?? '')?.[1]);
  return query.get('sentry_key') ?? readUserName(authorization);
}

/**
 * RFC 7617: the user name ends at the first colon. HTTP clients send Basic credentials when a DSN
 * is used as a URL.
 */
function readUserName(authorization = ''): string | undefined {
  const { credentials } = BASIC.exec(authorization)?.groups ?? {};
  if (credentials === undefined) return undefined;
  const [userName] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
  return userName === '' ? undefined : userName;
}
