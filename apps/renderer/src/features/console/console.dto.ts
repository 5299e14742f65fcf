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
  readonly reports: ReportsState;
}
