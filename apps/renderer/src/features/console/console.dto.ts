/** How far what the console shows lags behind what relays have taken (DESIGN §8); nothing while it does not. */
export interface ReportsState {
  /** Age of the oldest report that is not yet shown, once it has waited for more than 30 s. */
  readonly behindMs?: number;
  /** Who does not answer, in words; absent while all relays do. */
  readonly silence?: string;
}

/** What every page says above itself. */
export interface Banner {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly name: string; readonly href: string };
  /** The page is not what it looks like: it is marked, and told to screen readers. */
  readonly isUrgent?: boolean;
}

export interface ConsoleLayoutProps {
  /** Absent for who has yet to sign in: how it goes is none of their business. */
  readonly banners?: readonly Banner[];
  /** Name or email of who is signed in. */
  readonly visitor?: string;
  /** They are in a project, or own Errata. */
  readonly hasSettings?: boolean;
}
