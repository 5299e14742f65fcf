import type { Address, EventLevel } from '#shared';

export interface EventListRow {
  readonly eventId: string;
  readonly href: Address;
  readonly occurredAtMs: number;
  readonly level: EventLevel;
  readonly message?: string;
  readonly release?: string;
  readonly environment?: string;
  readonly user?: string;
  /** Values in the order of the tag columns. An event without the tag has an empty string. */
  readonly tags: readonly string[];
  readonly isStub?: true;
}
