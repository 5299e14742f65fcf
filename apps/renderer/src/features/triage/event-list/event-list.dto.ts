import type { Address, EventLevel, NamedAddress } from '#shared';

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

export interface EventListProps {
  readonly nowMs: number;
  readonly issue: {
    readonly id: number;
    readonly shortId: string;
    readonly type: string;
    readonly value: string;
    readonly level: EventLevel;
  };
  readonly query: string;
  readonly fault?: string;
  readonly advice?: { readonly text: string; readonly link?: NamedAddress };
  readonly columns: {
    readonly hasMessage: boolean;
    readonly hasRelease: boolean;
    readonly hasEnvironment: boolean;
    readonly hasUser: boolean;
    readonly tags: readonly string[];
  };
  readonly offered: readonly string[];
  /**
   * Tag columns that the address names, which the search form sends again. Undefined when Errata
   * chose the columns.
   */
  readonly askedTags?: readonly string[];
  readonly events: readonly EventListRow[];
  readonly extent: string;
  /** Says how many events were searched. The link continues the search among older events. */
  readonly unsearched?: { readonly text: string; readonly link: NamedAddress };
  readonly pages: readonly NamedAddress[];
  readonly nothing?: { readonly text: string; readonly link?: NamedAddress };
}
