import type { IncomingMessage } from 'node:http';
import { isAllowedOrigin, reportLimits, toPrintableLine } from '#shared';
import { findSdk, toNetwork } from '../../keys/describe-sender.ts';
import type { KeyMirror } from '../../keys/key-mirror.ts';
import type { RefusedKeys } from '../../keys/refused-keys.ts';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';
import type { EnvelopeHeader } from '../../envelope/envelope.ts';
import { findKey } from '../auth.ts';
import { findOrigin } from '../find-origin.ts';
import type { Refusal } from '../refusal.ts';
import type { SenderAddress } from '../sender-address.ts';
import type { ParseBudget } from './parse-budget.ts';
import type { RateLimited, RateLimiter } from './rate-limiter.ts';
import type { StorageWatch } from './storage-watch.ts';
import type { Opened } from '../body/body-reading.ts';

/** Of a key: enough to find the DSN, too little to use it. */
const KEY_PREFIX_LENGTH = 8;

export interface AdmissionRules {
  readonly keys: KeyMirror;
  readonly rates: RateLimiter;
  readonly senders: Pick<SenderAddress, 'take'>;
  readonly storage: Pick<StorageWatch, 'isOverBudget'>;
  readonly parsing: Pick<ParseBudget, 'take'>;
  readonly refusedKeys: Pick<RefusedKeys, 'note'>;
  /** Undefined: the envelope's own DSN says who reports to what. */
  readonly projectId: number | undefined;
  /** Whether the body begins with a line that may say who reports. */
  readonly hasHeader: boolean;
  /** Where the address names it. */
  readonly publicKey?: string;
}

/** Who reports, and whether they may, found out as early as the request allows. */
export class Admission {
  key: MirroredKey | undefined;
  /** Set when the key is over its limit and what SDKs tell of their own drops may be in the body, which is taken all the same. */
  limited: RateLimited | undefined;
  /** IP address of who sends it; undefined where that is not known. */
  senderAddress: string | undefined;
  /** Of the page that sends it; a server has none. */
  private origin: string | undefined;
  private sdk = '';

  constructor(private readonly rules: AdmissionRules) {}

  /** Whether nothing more is stored of its project: known with the key. */
  get isOverBudget(): boolean {
    return this.key !== undefined && this.rules.storage.isOverBudget(this.key.projectId);
  }

  /** Whether its key takes nothing else: known with the key. */
  get takesErrorsAlone(): boolean {
    return this.key?.scope === 'errors';
  }

  /** What an event by its key may weigh: known with the key. */
  get maxEventBytes(): number {
    return this.takesErrorsAlone ? reportLimits.errorKeyEventBytes : reportLimits.eventBytes;
  }

  /** Before the body: only where the key stands outside it. */
  checkRequest(request: IncomingMessage): Refusal | undefined {
    const { projectId, hasHeader, senders, publicKey: named } = this.rules;
    this.senderAddress = senders.take(request);
    this.origin = findOrigin(request);
    this.sdk = findSdk(request);
    if (projectId === undefined) return undefined;
    const publicKey = named ?? findKey(request);
    if (publicKey !== undefined) return this.check(publicKey, projectId);
    return hasHeader ? undefined : this.refuseKey('', projectId);
  }

  /** With the body's first line: the rest of a body that is refused for it is never read. */
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

  /** Whether so much of an event may be parsed before it is answered. */
  mayParse(bytes: number): boolean {
    return this.rules.parsing.take(bytes);
  }

  /** With how much is kept of it: what is not kept costs nothing, and counts for nothing. */
  admit({
    items,
    contents,
  }: Pick<Opened, 'items' | 'contents'>):
    | { readonly ok: true; readonly key: MirroredKey }
    | Refusal {
    const { key } = this;
    if (!key) return { ok: false, code: 'report.key_unknown' };
    const allowance = items === contents.kept.internal ? 'drops' : 'reports';
    const limited = items > 0 ? this.rules.rates.take(key, items, allowance) : undefined;
    return limited ? { ok: false, code: 'report.rate_limited', limited } : { ok: true, key };
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
    const limited = rates.find(this.key);
    if (limited && this.rules.hasHeader) this.limited = limited;
    // Nothing of it is read that would be refused anyway.
    else if (limited) return { ok: false, code: 'report.rate_limited', limited };
    return undefined;
  }

  /** Owners are told: of a DSN that is wrong its SDK says nothing that anybody reads. */
  private refuseKey(publicKey: string, projectId: number): Refusal {
    this.rules.refusedKeys.note({
      keyPrefix: toPrintableLine(publicKey).slice(0, KEY_PREFIX_LENGTH),
      projectId,
      sdk: this.sdk,
      network: toNetwork(this.senderAddress),
    });
    return { ok: false, code: 'report.key_unknown' };
  }
}
