export interface TourProps {
  readonly name: string;
  readonly loads: number;
}

export interface StopProps {
  readonly stop: string;
  readonly query: string;
  readonly loads: number;
  readonly same: { readonly words: string };
  /** Fills the answer up to the requested size. */
  readonly ballast: string;
}

export interface LateStopProps {
  readonly stop: string;
  readonly loads: number;
  readonly late: Promise<{ readonly words: string }>;
}

export interface WaitingProps {
  readonly stop: string;
  readonly when: 'visible' | 'interaction' | 'idle' | 'never';
  readonly words: string;
  readonly className?: string | undefined;
}
