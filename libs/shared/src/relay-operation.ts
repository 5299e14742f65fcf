/** Spool of the relay that answers, or one that a stopped relay left. */
export interface SpoolState {
  readonly name: string;
  readonly isOwn: boolean;
  /** Reports acknowledged and not yet processed. */
  readonly depth: number;
  /** Size of their bodies. */
  readonly bytes: number;
  /** Age of the oldest of these reports, or 0. */
  readonly oldestMs: number;
  /** Reports that wait to be forwarded. */
  readonly unforwarded: number;
}

export interface UpstreamState {
  /** Host and project, without the key. */
  readonly name: string;
  readonly depth: number;
  readonly bytes: number;
  readonly oldestMs: number;
  /**
   * Why some reports are not sent now, and until when. The time is past while sending is tried
   * again.
   */
  readonly held?: { readonly untilMs: number; readonly why: string };
  /** Reports that never got there, since the relay was started. */
  readonly lost: number;
}

export interface DamagedSpool {
  /** Folder below `DATA_DIR/damaged`: `<spool>-<time>`. */
  readonly folder: string;
  /** Absent when somebody has renamed the folder. */
  readonly setAsideAtMs?: number;
  /** Space on the disk, with the notes about the damage. Absent when it cannot be measured. */
  readonly bytes?: number;
}

export interface RefusedKey {
  /** The first 8 characters; empty when there was no key. */
  readonly keyPrefix: string;
  readonly projectId: number;
  /** Empty when the SDK does not name itself. */
  readonly sdk: string;
  /** IPv4 /24 or IPv6 /48 of the sender; empty when unknown. */
  readonly network: string;
  readonly count: number;
  readonly lastAtMs: number;
}

/** The relay's answer on `/internal/operation`. */
export interface RelayOperation {
  readonly problems: readonly string[];
  readonly takesReports: boolean;
  readonly room: { readonly maxReports: number; readonly maxBytes: number };
  /** The relay's own first, then those of stopped relays that still hold something. */
  readonly spools: readonly SpoolState[];
  /** Upstreams that are configured, and others to which reports still have to go. */
  readonly upstreams: readonly UpstreamState[];
  /**
   * Spools in the same folder that other relays hold, or that are being emptied. Their content is
   * unknown.
   */
  readonly heldSpools: readonly string[];
  readonly unreadableSpools: readonly { readonly name: string; readonly reason: string }[];
  /** Spools of the same folder, whichever relay has set them aside, the latest first. */
  readonly damagedSpools: readonly DamagedSpool[];
  /** Refusals since the relay was started, at most 200, the latest first. */
  readonly refusedKeys: readonly RefusedKey[];
}

/**
 * Path of signed calls between services of one installation. The renderer never passes such
 * requests on.
 */
export const internalPath = '/internal';
