import type { MarkdownFact } from '#events';
import type { Right } from '#product/people/accounts/rules';
import type { EventInIssue } from '#product/recording/storage';
import type { IssueState, NormalisedEvent } from '#shared';
import { PagePlaces, Part, PartOfEach } from '../../../rendering/index.ts';
import type { PartLoader, PartOptions } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { EventFilter } from './event-filter.ts';

export interface ShownIssue {
  readonly id: number;
  readonly projectId: number;
  readonly projectSlug: string;
  readonly number: number;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly firstRelease?: string;
  readonly regressedRelease?: string;
  readonly state: IssueState;
  readonly assigneeId?: number;
  /** True when other issues are merged into this one. */
  readonly hasMerged?: true;
}

export interface DescribedIssue {
  readonly issue: ShownIssue;
  /** The shown event as it was stored. Absent when the issue has no event any more. */
  readonly found?: EventInIssue;
  /** The shown event as it was read, with original places where they are known. */
  readonly event?: NormalisedEvent;
}

export interface IssueContext extends DescribedIssue {
  /**
   * The event as the page shows it: with minified places when the reader wants these. Its frames
   * have an `index`.
   */
  readonly shown?: NormalisedEvent;
  readonly filter: EventFilter;
  readonly access: Access;
  /** Parameters of the page's address, as they were sent. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly nowMs: number;
}

/**
 * Places of the issue's page, from the top. Parts at `trace` replace exceptions without a stack.
 * `frame` and `code` are at each frame. Parts at `head`, `why`, `aside-tags` and `below` are about
 * the issue, all others about the shown event.
 */
const places = [
  'head',
  'why',
  'trace',
  'frame',
  'code',
  'after-trace',
  'after-details',
  'aside-first',
  'aside-tags',
  'aside',
  'below',
] as const;

export type IssuePlace = (typeof places)[number];

export const issuePage = new PagePlaces<IssueContext, IssuePlace>('issue', places);

/**
 * `describe` adds facts to the issue's Markdown, which API and MCP clients get as well. `toJson`
 * adds members to an event as JSON, for people who want all that the page may have cut. Everybody
 * who may read the issue gets both, whatever the part's `right`.
 */
export interface IssuePartLoader<Data> extends PartLoader<IssueContext, Data> {
  describe?(issue: DescribedIssue): Promise<readonly MarkdownFact[]>;
  toJson?(event: Pick<NormalisedEvent, 'projectId' | 'eventId'>): Promise<object | undefined>;
}

/** Adds steps to the event that the issue's page shows. A product without a timeline has none. */
export abstract class ShownEventExtension {
  abstract extend(event: NormalisedEvent, context: IssueContext): Promise<NormalisedEvent>;
}

interface IssuePartOptions extends Omit<PartOptions<IssueContext, IssuePlace>, 'mayShow'> {
  /** The part is left out for people without this right in the issue's project. */
  readonly right?: Right;
}

/**
 * Makes a class a part of the issue's page.
 *
 * ```ts
 * @IssuePart<typeof import('./views/issue.pin.part.tsx')>('pins/issue.pin.part', {
 *   at: 'head',
 *   order: 20,
 *   right: 'issues.triage',
 * })
 * export class PinPart implements IssuePartLoader<PinProps> {
 *   load({ issue }: IssueContext): Promise<PinProps> {
 *     return this.pins.find(issue.id);
 *   }
 * }
 * ```
 */
export function IssuePart<Module extends { Part: (props: never) => unknown }>(
  view: string,
  options: IssuePartOptions,
) {
  return Part<Module, IssueContext>(issuePage, view, toOptions(options));
}

/** Makes a class a part at each frame of the shown event; `load` gives its props by frame. */
export function IssuePartOfEach<Module extends { Part: (props: never) => unknown }>(
  view: string,
  options: IssuePartOptions,
) {
  return PartOfEach<Module, IssueContext>(issuePage, view, toOptions(options));
}

function toOptions({ right, ...options }: IssuePartOptions): PartOptions<IssueContext> {
  return right
    ? { ...options, mayShow: ({ access, issue }) => access.can(right, issue.projectId) }
    : options;
}
