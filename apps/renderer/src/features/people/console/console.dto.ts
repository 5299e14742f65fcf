import type { Address } from '#shared';

/**
 * Says whether pages lack reports that applications send. The object is empty when they lack
 * nothing.
 */
export interface ReportsState {
  /** Sentence that says why a relay refuses reports. Absent while all relays take reports. */
  readonly refusal?: string;
  /**
   * Age of the oldest report that the console does not show yet. Absent while this age is at most
   * 30 s.
   */
  readonly behindMs?: number;
  /** Sentence about relays that do not answer. Absent while all answer. */
  readonly silence?: string;
  /** Unix time in ms of the first request that a relay did not answer. */
  readonly silentSinceMs?: number;
}

export interface Banner {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly name: string; readonly href: Address };
  /**
   * True when the page may be out of date. The banner then stands out, and screen readers announce
   * it.
   */
  readonly isUrgent?: boolean;
}
