/** A spool, of the relay that answers or left by one that is gone. */
export interface SpoolState {
  readonly name: string;
  /** The relay that answers writes to it. */
  readonly isOwn: boolean;
  /** Reports acknowledged and not yet processed. */
  readonly depth: number;
  /** Of their bodies. */
  readonly bytes: number;
  /** Age of the oldest of them, 0 when there is none. */
  readonly oldestMs: number;
  /** Reports that wait to be forwarded. */
  readonly owed: number;
}

/** Another service that reports are forwarded to. */
export interface UpstreamState {
  /** Host and project, without the key. */
  readonly name: string;
  /** Reports that wait to be sent there. */
  readonly depth: number;
  /** Of their bodies. */
  readonly bytes: number;
  /** Age of the oldest of them, 0 when there is none. */
  readonly oldestMs: number;
  /** Why some of them are not sent now, and until when, which is past while that is tried again; absent while all are. */
  readonly held?: { readonly untilMs: number; readonly why: string };
  /** Reports that never got there, since the relay was started. */
  readonly lost: number;
}

/** A spool that was damaged and is set aside, as it was found. */
export interface DamagedSpool {
  /** That it is in, below `DATA_DIR/damaged`: `<spool>-<time>`. */
  readonly folder: string;
  /** Absent where somebody has given the folder another name. */
  readonly setAsideAtMs?: number;
  /** Of the disk, with what was found about it; absent where that cannot be measured. */
  readonly bytes?: number;
}

/** Requests that were refused for a key that is unknown or disabled, and that are alike. */
export interface RefusedKey {
  /** The first 8 characters; empty where there was none. */
  readonly keyPrefix: string;
  /** That the DSN names. */
  readonly projectId: number;
  /** Name of the SDK; empty where it says none. */
  readonly sdk: string;
  /** IPv4 /24 or IPv6 /48 of the sender; empty where that is not known. */
  readonly network: string;
  readonly count: number;
  readonly lastAtMs: number;
}

/** The relay's answer on `/internal/operation`. */
export interface RelayOperation {
  /** Why it takes no reports, or does not process them; one line each. */
  readonly problems: readonly string[];
  readonly takesReports: boolean;
  /** From here on reports are refused. */
  readonly room: { readonly maxReports: number; readonly maxBytes: number };
  /** Its own first; then those that relays which are gone have left, as long as something is in them. */
  readonly spools: readonly SpoolState[];
  /** Those that are set, and those that something is still owed to. */
  readonly upstreams: readonly UpstreamState[];
  /** Names of spools of the same folder that others have, or that are being emptied: what is in them is not known. */
  readonly heldSpools: readonly string[];
  /** Spools of the same folder that cannot be opened, and why. */
  readonly unreadableSpools: readonly { readonly name: string; readonly reason: string }[];
  /** Of the same folder, whichever relay has set them aside, the latest first. */
  readonly damagedSpools: readonly DamagedSpool[];
  /** Since the relay was started, at most 200, the latest first. */
  readonly refusedKeys: readonly RefusedKey[];
}

/** Calls between services of one installation, which are signed; never passed on to others. */
export const internalPath = '/internal';
