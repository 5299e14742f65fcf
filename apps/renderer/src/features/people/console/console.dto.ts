import type { Address, TimeFormat } from '#shared';
import type { MenuLink } from '../../../ui/menu-link.ts';

/** How far what the console shows lags behind what relays have taken; nothing while it does not. */
export interface ReportsState {
  /** Age of the oldest report that is not yet shown, once it has waited for more than 30 s. */
  readonly behindMs?: number;
  /** The relays that do not answer, in words; absent while all of them do. */
  readonly silence?: string;
  /** Of the first question that went without an answer. */
  readonly silentSinceMs?: number;
}

/** What every page says above itself. */
export interface Banner {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly name: string; readonly href: Address };
  /** The page is not what it looks like: it is marked, and told to screen readers. */
  readonly isUrgent?: boolean;
}

export interface ConsoleLayoutProps {
  /** Absent for visitors who are not signed in: the state of the queue is none of their business. */
  readonly banners?: readonly Banner[];
  /** Name or email of who is signed in. */
  readonly visitor?: string;
  /** Who is signed in wants no keys that do something by themselves. */
  readonly keys?: 'off';
  /** The ways on from the header; absent with `banners`. */
  readonly navigation?: readonly MenuLink[];
  /** The visitor's zone and style of times; absent: UTC. */
  readonly times?: TimeFormat;
  /** Absent: as the system says. */
  readonly theme?: 'light' | 'dark';
  /** The version of Errata; absent with `banners`. */
  readonly version?: string;
}
