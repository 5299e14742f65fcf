/**
 * How far what the console shows lags behind what the relay has taken (DESIGN §8): `behind` when a
 * report has waited for more than 30 s, `unreachable` when the relay does not answer.
 */
export interface ReportsState {
  readonly state: 'current' | 'behind' | 'unreachable';
  /** Age of the oldest report that is not yet shown, 0 when there is none or nobody knows. */
  readonly oldestMs: number;
}

export interface ConsoleLayoutProps {
  /** Absent for who has yet to sign in: how it goes is none of their business. */
  readonly reports?: ReportsState;
  /** Name or email of who is signed in. */
  readonly visitor?: string;
  /** They are in a project, or own Errata. */
  readonly hasSettings?: boolean;
  /** Nobody owns Errata yet: whoever reaches it may read it. */
  readonly isUnowned?: boolean;
}
