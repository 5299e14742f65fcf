export type Following = 'at-once' | 'when-asked' | 'by-poll' | 'never';

export interface RouterWindow {
  readonly router: ReturnType<typeof import('#client-runtime').useRouter>;
}

export interface GaugeProps {
  readonly id: string;
  readonly reading: number;
  readonly following: Following;
}
