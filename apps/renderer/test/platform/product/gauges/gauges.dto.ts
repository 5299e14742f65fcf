/** How a gauge follows its changes. */
export type Following = 'at-once' | 'when-asked' | 'by-poll' | 'never';

export interface GaugeProps {
  readonly id: string;
  readonly reading: number;
  readonly following: Following;
}
