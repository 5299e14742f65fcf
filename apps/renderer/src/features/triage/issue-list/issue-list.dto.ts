import type { EventLevel, FilterProps, IssueState, NamedAddress, PartData } from '#shared';
import type { ListedStatus } from '../../recording/issue-list/index.ts';
import type { AdviceProps } from '../../recording/search/index.ts';
import type { TriageOffer } from '../states/index.ts';

export interface IssueSummary {
  readonly id: number;
  readonly shortId: string;
  readonly project: string;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

export interface IssueListRow extends Omit<IssueSummary, 'place'> {
  /**
   * `call` is the function in which the error occurred. `file` is the file's name with the line.
   * Either may be empty.
   */
  readonly call: string;
  readonly file: string;
  readonly chip?: 'Regressed' | 'New' | 'Rising';
  readonly state?: IssueState;
  readonly assignee?: { readonly name: string; readonly initials: string };
  /** True when `users` is a lower bound, since not every matching event was read. */
  readonly areUsersAtLeast?: true;
  /** Event counts in periods of equal length, oldest first. */
  readonly bars: readonly number[];
}

export interface IssueListProps extends AdviceProps {
  /** Time of the server when it made the page. The page shows times relative to this time. */
  readonly nowMs: number;
  /** Tags of the listed projects. The page is refreshed when one of these projects changes. */
  readonly tags: readonly string[];
  /** `all` when the search names no single status. */
  readonly status: ListedStatus;
  /**
   * Links to the same list for each status. The count (`12`, `10,000+`) is absent when it is not
   * known.
   */
  readonly tabs: readonly (NamedAddress & { readonly count?: string; readonly isCurrent?: true })[];
  readonly query: string;
  readonly fault?: string;
  readonly saved?: readonly NamedAddress[];
  readonly filters: FilterProps;
  readonly project?: { readonly slug: string; readonly name: string };
  /** The filter and the user searched for, as a query string: `environment=production`. */
  readonly rowQuery: string;
  /**
   * Texts for the bars of all rows (`Last 24 hours`, `24 hours`, `one hour`), and the highest count
   * of any bar.
   */
  readonly bars: {
    readonly label: string;
    readonly head: string;
    readonly unit: string;
    readonly peak: number;
  };
  readonly parts: readonly PartData[];
  readonly issues: readonly IssueListRow[];
  readonly nothing?: {
    readonly text: string;
    readonly link?: NamedAddress;
    readonly begin?: NamedAddress;
    readonly offers?: readonly NamedAddress[];
  };
  readonly triage?: TriageOffer;
  readonly extent?: string;
  readonly pages?: readonly NamedAddress[];
}
