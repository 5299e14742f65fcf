export interface EventNamesTable {
  readonly kind: 'digest' | 'request';
  readonly name: string;
  /** `events.id`. */
  readonly id: number;
}

export const tables = ['event_names'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly event_names: EventNamesTable;
  }
}
