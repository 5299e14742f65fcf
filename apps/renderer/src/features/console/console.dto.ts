import type { MenuLink } from '../../ui/menu-link.ts';

/** How far what the console shows lags behind what relays have taken (DESIGN §8); nothing while it does not. */
export interface ReportsState {
  /** Age of the oldest report that is not yet shown, once it has waited for more than 30 s. */
  readonly behindMs?: number;
  /** The relays that do not answer, in words; absent while all of them do. */
  readonly silence?: string;
  /** Of the first question that went without an answer. */
  readonly silentSinceMs?: number;
}

export interface ConsoleLayoutProps {
  /** Absent for visitors who are not signed in: the state of the queue is none of their business. */
  readonly reports?: ReportsState;
  /** Name or email of who is signed in. */
  readonly visitor?: string;
  /** The ways on from the header; absent with `reports`. */
  readonly navigation?: readonly MenuLink[];
  /** Nobody owns Errata yet, and the visitor reads it by the printed link. */
  readonly isUnowned?: boolean;
  /** For owners: recent failed tries of strangers, when they are many, and a proxy that does not name its visitors. */
  readonly signIn?: { readonly tries?: number; readonly proxy?: string };
}
