import type { Address, EventLevel } from '#shared';
import type { IssueSummary, NamedAddress } from './issues.dto.ts';

export interface EventListRow {
  readonly eventId: string;
  readonly href: Address;
  readonly occurredAtMs: number;
  readonly level: EventLevel;
  /** Where the list has such a column. */
  readonly message?: string;
  readonly release?: string;
  readonly environment?: string;
  readonly user?: string;
  /** The values of the columns of tags, in their order; empty where it has none. */
  readonly tags: readonly string[];
  /** It was counted, and its payload is not there. */
  readonly isStub?: true;
}

export interface EventListProps {
  readonly nowMs: number;
  readonly issue: Pick<IssueSummary, 'id' | 'shortId' | 'type' | 'value' | 'level'>;
  /** What is searched for, as it was typed. */
  readonly query: string;
  /** What is wrong with that. */
  readonly fault?: string;
  /** As of the list of issues. */
  readonly advice?: { readonly text: string; readonly link?: NamedAddress };
  readonly columns: {
    /** Whether any of them says something else than the issue does. */
    readonly hasMessage: boolean;
    readonly hasRelease: boolean;
    readonly hasEnvironment: boolean;
    readonly hasUser: boolean;
    readonly tags: readonly string[];
  };
  /** Tags that the events have, for the choice of columns. */
  readonly offered: readonly string[];
  /** That were asked for, as the form of the search keeps them; undefined where they were chosen for the reader. */
  readonly askedTags?: readonly string[];
  readonly events: readonly EventListRow[];
  /** Which of how many they are. */
  readonly extent: string;
  /** What was not looked through, with the way to it. */
  readonly unsearched?: { readonly text: string; readonly link: NamedAddress };
  readonly pages: readonly NamedAddress[];
  /** Said where there is no event, with a way on. */
  readonly nothing?: { readonly text: string; readonly link?: NamedAddress };
}
