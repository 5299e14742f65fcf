/** How a gauge follows its changes. */
export type Following = 'at-once' | 'when-asked' | 'by-poll' | 'never';

/** A page of gauges gives specs its router. */
export interface RouterWindow {
  readonly router: ReturnType<typeof import('#client-runtime').useRouter>;
}

export interface GaugeProps {
  readonly id: string;
  readonly reading: number;
  readonly following: Following;
}
