export interface TourProps {
  readonly name: string;
  /** How often the server has loaded it. */
  readonly loads: number;
}

export interface StopProps {
  readonly stop: string;
  readonly query: string;
  /** How often the server has loaded this address. */
  readonly loads: number;
  /** Does not change from one load to the next. */
  readonly same: { readonly words: string };
  /** Makes the answer as large as was asked for. */
  readonly ballast: string;
}

export interface LateStopProps {
  readonly stop: string;
  readonly loads: number;
  readonly late: Promise<{ readonly words: string }>;
}
