/** State of the spool of the answering relay, or of a stopped relay. */
export interface SpoolState {
  readonly name: string;
  readonly isOwn: boolean;
  /** Number of reports that were acknowledged but not processed yet. */
  readonly depth: number;
  readonly bytes: number;
  readonly oldestMs: number;
  readonly owed: number;
}

export interface UpstreamState {
  readonly name: string;
  readonly depth: number;
  readonly bytes: number;
  readonly oldestMs: number;
  /**
   * Reason why some reports are not sent before `untilMs`. During a new attempt to send, `untilMs`
   * is in the past.
   */
  readonly held?: { readonly untilMs: number; readonly why: string };
  readonly lost: number;
}

export interface DamagedSpool {
  /** Name of the folder below `DATA_DIR/damaged`: `<spool>-<time>`. */
  readonly folder: string;
  /**
   * Time at which the spool was moved to this folder. Absent when somebody has renamed the folder.
   */
  readonly setAsideAtMs?: number;
  /** Disk space, including the notes about the damage. Absent when it cannot be measured. */
  readonly bytes?: number;
}

export interface RefusedKey {
  /** The first 8 characters of the key; empty when the request had no key. */
  readonly keyPrefix: string;
  readonly projectId: number;
  /** Name of the SDK; empty when the SDK did not send one. */
  readonly sdk: string;
  /** Network of the sender, as IPv4 /24 or IPv6 /48; empty when unknown. */
  readonly network: string;
  readonly count: number;
  readonly lastAtMs: number;
}

export interface RelayOperation {
  readonly problems: readonly string[];
  readonly takesReports: boolean;
  readonly room: { readonly maxReports: number; readonly maxBytes: number };
  /** Says what fills the disk, and how to make room. Present while the disk is too full. */
  readonly diskUse?: string;
  /** The relay's own spool first, followed by the non-empty spools of stopped relays. */
  readonly spools: readonly SpoolState[];
  /** Configured upstreams, and former upstreams with unsent reports. */
  readonly upstreams: readonly UpstreamState[];
  /**
   * Other spools in this relay's folder that another relay uses, or that are being emptied. Their
   * content is unknown.
   */
  readonly heldSpools: readonly string[];
  readonly unreadableSpools: readonly { readonly name: string; readonly reason: string }[];
  /** Damaged spools in this relay's folder, moved there by any relay, the latest first. */
  readonly damagedSpools: readonly DamagedSpool[];
  /** Refused keys since the relay's start, at most 200, the latest first. */
  readonly refusedKeys: readonly RefusedKey[];
}

/**
 * Path of signed calls between services of one installation. The renderer never forwards requests
 * with this path.
 */
export const internalPath = '/internal';
