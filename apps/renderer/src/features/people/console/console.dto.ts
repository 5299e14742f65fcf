import type { Address, TimeFormat } from '#shared';
import type { MenuLink } from '../../../ui/menu-link.ts';

/**
 * How far the console lags behind the reports that relays have accepted. An empty object when
 * nothing is wrong.
 */
export interface ReportsState {
  /** Age of the oldest report that the console does not show yet. Present from 30 s on. */
  readonly behindMs?: number;
  /** Sentence about relays that do not answer. Absent while all answer. */
  readonly silence?: string;
  /** Unix time in ms of the first request that a relay has not answered. */
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

export interface ConsoleLayoutProps {
  /** Absent for visitors who are not signed in, because the state of the queues is not public. */
  readonly banners?: readonly Banner[];
  readonly visitor?: string;
  /** Present when the person has switched single-key shortcuts off. */
  readonly keys?: 'off';
  readonly navigation?: readonly MenuLink[];
  /** Absent when times are shown in UTC. */
  readonly times?: TimeFormat;
  /** Absent when the page follows the system's theme. */
  readonly theme?: 'light' | 'dark';
  readonly version?: string;
}
