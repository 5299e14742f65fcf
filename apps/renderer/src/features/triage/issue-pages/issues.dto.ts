import type { ReprocessingOffer } from './reprocessing/reprocessing.dto.ts';
import type { ShownMiss } from '../../recording/artifacts/index.ts';
import type { Address, EventLevel, IssueState, IssueStatus, NormalisedEvent } from '#shared';
import type { BoundNotice } from '../../retention/bounds/index.ts';
import type { Companions } from './companions/companions.dto.ts';
import type { GroupingProps, LookAlike } from './grouping/grouping.dto.ts';
import type { HistoryProps } from './history/history.dto.ts';
import type { GroupsProps } from './merging/merging.dto.ts';
import type { LeftOut } from './page-bounds/left-out.dto.ts';
import type { IssueTags } from './tags.dto.ts';

export interface IssueSummary {
  readonly id: number;
  /** `WEB-42` */
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

/** Those of a status, or all. */
export type ListedStatus = IssueStatus | 'all';

export interface Person {
  readonly id: number;
  readonly name: string;
}

/** What the forms of triage offer; absent for who may not. */
export interface TriageOffer {
  /** The one who asks. */
  readonly selfId: number;
  /** Who issues may be assigned to, by name. */
  readonly people: readonly Person[];
  /** After which the next release comes, and the issue's environments that have seen it; absent for several issues, and where none is known. */
  readonly base?: { readonly release: string; readonly environments: readonly string[] };
}

export interface IssueListRow extends Omit<IssueSummary, 'place'> {
  /** Where it is: the call, and its file with the line but without folders. Either may be empty. */
  readonly call: string;
  readonly file: string;
  /** Why to look at it first; of several reasons the first. */
  readonly chip?: 'Regressed' | 'New' | 'Rising';
  /** Absent while it is unresolved. */
  readonly state?: IssueState;
  /** Who it is assigned to. */
  readonly assignee?: { readonly name: string; readonly initials: string };
  /** There may be more users: not all events that count were looked at. */
  readonly areUsersAtLeast?: true;
  /** Events of equal times, oldest first. */
  readonly bars: readonly number[];
}

/** Where something is, and how it is called there. */
export interface NamedAddress {
  readonly name: string;
  readonly href: Address;
}

export interface IssueListProps {
  /** The server's clock when the page was made; relative times count from it. */
  readonly nowMs: number;
  /** Tags of the projects that they are of: the page follows what changes there. */
  readonly tags: readonly string[];
  /** Which they are, where they are of one. */
  readonly status: ListedStatus;
  /** The same of each status, with how many there are where that is known: `12`, `10,000+`. */
  readonly tabs: readonly (NamedAddress & { readonly count?: string; readonly isCurrent?: true })[];
  /** What is searched for among those of the status, as it was typed. */
  readonly query: string;
  /** What is wrong with that. */
  readonly fault?: string;
  /** A name in it is neither a key nor a tag, and the same search with what was maybe meant. */
  readonly advice?: { readonly text: string; readonly link?: NamedAddress };
  /** Searches with a name, and where they are seen to; absent for guests. */
  readonly saved?: readonly NamedAddress[];
  /** What else is chosen: a project, where several are seen, and the order. */
  readonly choices: readonly {
    readonly name: string;
    readonly label: string;
    /** An empty value goes without saying. */
    readonly options: readonly (readonly [value: string, text: string])[];
    readonly defaultValue: string;
  }[];
  /** That all of them are of, when one was asked for. */
  readonly project?: { readonly slug: string; readonly name: string };
  readonly filter: {
    /** What addresses say of it: `environment=production`; empty where that is nothing. */
    readonly query: string;
    /** Which events count, where not all do, and where they all do. */
    readonly words?: string;
    readonly clear?: Address;
    /** Days of UTC that are chosen. */
    readonly from?: string;
    readonly to?: string;
  };
  /** What the bars of all rows show: `Last 24 hours`, `24 hours`, `hour`, and the most events of any bar. */
  readonly bars: {
    readonly label: string;
    readonly head: string;
    readonly unit: string;
    readonly peak: number;
  };
  /** Bounds that senders exceed at the moment. */
  readonly notices: readonly BoundNotice[];
  readonly issues: readonly IssueListRow[];
  /** Said where there is no issue, with a way on. */
  readonly nothing?: {
    readonly text: string;
    readonly link?: NamedAddress;
    /** The one thing to do next, where nothing has ever been reported. */
    readonly begin?: NamedAddress;
    /** Searches that may have been meant. */
    readonly offers?: readonly NamedAddress[];
  };
  readonly triage?: TriageOffer;
  /** How many are shown of how many; absent where all are. */
  readonly extent?: string;
  /** The pages next to this one. */
  readonly pages?: readonly NamedAddress[];
}

/** Bars of an issue's events, oldest first. */
export interface EventChart {
  /** `Last 24 hours`. */
  readonly label: string;
  readonly values: readonly number[];
  /** One bar's span. */
  readonly unit: 'minute' | 'hour' | 'day';
  readonly stepMs: number;
  /** When the first bar begins. */
  readonly firstMs: number;
  /** Releases that began meanwhile, the earliest first. */
  readonly marks: readonly { readonly release: string; readonly atMs: number }[];
  /** The same of other times. */
  readonly ranges: readonly (NamedAddress & { readonly isCurrent?: true })[];
}

/** What counts of an issue under a filter. */
export interface CountedEvents {
  /** `environment production, last 14 days`. */
  readonly words: string;
  /** The page on which all count. */
  readonly clear: Address;
  readonly events: number;
  /** Absent where no event counts. */
  readonly lastSeenMs?: number;
  /** Absent where all users are met. */
  readonly usersAtLeast?: number;
}

export interface IssuePageProps extends Companions {
  readonly nowMs: number;
  /** Tags of what the page follows. */
  readonly follows: readonly string[];
  /** Events of the last `issueLimits.recentMinutes`, of those that count. */
  readonly recent: number;
  /** Address of the list of issues, with the filter of this page. */
  readonly ofAll: Address;
  /** Address of the list of its project's issues; absent for who sees those of one project alone. */
  readonly ofProject?: Address;
  /** With the head of the event that is shown: type, value, place and level. */
  readonly issue: IssueSummary & {
    readonly firstRelease?: string;
    readonly lastRelease?: string;
    readonly state: IssueState;
    /** Name of who put it into that state; absent when an event or time did. */
    readonly stateBy?: string;
    readonly assignee?: Person;
  };
  readonly chart: EventChart;
  /** Absent where all events count. */
  readonly counted?: CountedEvents;
  /** What addresses say of the filter: `environment=production`; absent where that is nothing. */
  readonly filterQuery?: string;
  readonly triage?: TriageOffer;
  /** Whether the reader may say something. */
  readonly canComment: boolean;
  readonly canDelete: boolean;
  /** Where one has events like these not stored any more; absent for who may not. */
  readonly ignore?: Address;
  readonly canMerge: boolean;
  /** Absent of an issue that has but one. */
  readonly groups?: GroupsProps;
  readonly history: HistoryProps;
  /** The newest event, or the one that `?event=` names. Absent where none of the issue is left. */
  readonly event?: NormalisedEvent;
  /** For so many days its project keeps events; of an issue of which none is left. */
  readonly daysKept?: number;
  /** The parts of the event that are too much for the page; absent where all of it fits. */
  readonly leftOut?: LeftOut;
  /** Of an event that was counted, and of which no more than a stub is there. */
  readonly notKept?: {
    readonly why: 'storm' | 'budget' | 'thinned';
    /** Absent where none of the issue was kept. */
    readonly nearestEventId?: string;
  };
  readonly grouping?: GroupingProps;
  /** Why files of the event have no source maps; absent where no map was asked. */
  readonly misses?: readonly ShownMiss[];
  /** Absent where source maps would change nothing of the event. */
  readonly reprocessing?: ReprocessingOffer;
  /** Issues that look like the event; absent where there are none. */
  readonly lookAlikes?: readonly LookAlike[];
  /** The list of issues that happened to the event's user; absent where nobody is named. */
  readonly ofUser?: Address;
  /** Of all its events; absent where none was counted by its tags. */
  readonly tags?: IssueTags;
  /** The next to it in time, of those that are searched for where a search is in the address. */
  readonly olderEventId?: string;
  readonly newerEventId?: string;
  /** Which of the issue's events it is; absent where there is none. */
  readonly place?: {
    /** `Event 3 of 37` */
    readonly text: string;
    /** What its events are searched for: as it was typed, and as addresses of other events have it. */
    readonly search?: { readonly query: string; readonly within: string };
    /** Absent where it is the one that is shown. */
    readonly oldestEventId?: string;
    readonly newestEventId?: string;
  };
}
