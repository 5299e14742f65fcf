/** What people quote of an event that is neither its id nor its trace: the digest and the id of its request. */
export interface EventNamesTable {
  readonly kind: 'digest' | 'request';
  readonly name: string;
  /** `events.id`. */
  readonly id: number;
}

/** All tables of this capability. */
export const tables = ['event_names'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly event_names: EventNamesTable;
  }
}
