/** How far what the console shows lags behind what relays have taken (DESIGN §8); nothing while it does not. */
export interface ReportsState {
  /** Age of the oldest report that is not yet shown, once it has waited for more than 30 s. */
  readonly behindMs?: number;
  /** Who does not answer, in words; absent while all relays do. */
  readonly silence?: string;
  /** Of the first question that went without an answer. */
  readonly silentSinceMs?: number;
}

export interface ConsoleLayoutProps {
  /** Absent for who has yet to sign in: how it goes is none of their business. */
  readonly reports?: ReportsState;
  /** Name or email of who is signed in. */
  readonly visitor?: string;
  /** They are in a project, or own Errata. */
  readonly hasSettings?: boolean;
  /** Nobody owns Errata yet, and the visitor reads it by the printed link. */
  readonly isUnowned?: boolean;
  /** For owners: tries of strangers that failed of late, when they are many, and a proxy that does not tell for whom it asks. */
  readonly signIn?: { readonly tries?: number; readonly proxy?: string };
}
