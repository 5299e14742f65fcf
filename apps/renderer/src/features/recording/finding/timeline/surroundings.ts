import { Injectable, Logger } from '@nestjs/common';
import { FindingStore } from '#product/recording/finding';
import { LogStore, toSender } from '#product/recording/logs';
import { ProjectStore } from '#product/projects/projects';
import { searchLimits, type NormalisedEvent } from '#shared';
import { describeError } from '../../../../rendering/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import type { IssueContext, ShownEventExtension } from '../../issue-page/index.ts';
import { type LogStep, toLogSteps } from './log-steps.ts';
import { findMoment, listSteps, type TracedEvent } from './timeline.ts';
import { TracedEvents } from './traced-events.ts';
import { type Surroundings, withSurroundings } from './with-surroundings.ts';

/**
 * Other events of the trace that are read whole. A process without tracing has one trace for all
 * its errors.
 */
const OTHERS = 5;
const OTHERS_WITHIN_MS = 3_600_000;

type Event = Pick<
  NormalisedEvent,
  | 'projectId'
  | 'eventId'
  | 'occurredAtMs'
  | 'receivedAtMs'
  | 'correctionMs'
  | 'traceId'
  | 'serverName'
>;

/** Finds what happened beside an event: logs, and the other events of its trace. */
@Injectable()
export class SurroundingsService implements ShownEventExtension {
  private readonly logger = new Logger(SurroundingsService.name);

  constructor(
    private readonly finding: FindingStore,
    private readonly logs: LogStore,
    private readonly projects: ProjectStore,
    private readonly traced: TracedEvents,
  ) {}

  async extend(event: NormalisedEvent, { issue, access }: IssueContext): Promise<NormalisedEvent> {
    return withSurroundings(event, await this.find(event, access), issue.projectSlug);
  }

  async find(event: Event, access: Access): Promise<Surroundings> {
    const others = await this.findOthers(event, access);
    const logs = await this.findLogs(
      event,
      others.map((each) => each.event),
      access,
    );
    return { logs, others: others.flatMap(listSteps) };
  }

  /** `others` are events of the same trace, which tell how far off the clocks of logs are. */
  async findLogs(
    event: Event,
    others: readonly Event[],
    access: Access,
  ): Promise<readonly LogStep[]> {
    const projects = await this.projects.list();
    const readable = access.listProjects('issues.read');
    const slugs = new Map(
      projects
        .filter(({ id }) => readable === 'all' || readable.includes(id))
        .map(({ id, slug }) => [id, slug]),
    );
    const { projectId, receivedAtMs, traceId, serverName } = event;
    if (traceId === undefined && serverName === undefined) return [];
    const projectIds = [...slugs.keys()];
    const corrections = new Map(
      [event, ...others].flatMap((each) =>
        each.correctionMs === undefined
          ? []
          : [[toSender(each.projectId, each.serverName), each.correctionMs]],
      ),
    );
    const asked = { projectIds, projectId, receivedAtMs, traceId, serverName };
    try {
      const atMs = findMoment(event);
      return toLogSteps(await this.logs.listBeside({ ...asked, atMs, corrections }), slugs);
    } catch (error) {
      // A damaged day of logs must not take the page of an error away.
      this.logger.warn(`Logs beside an error cannot be read: ${describeError(error)}`);
      return [];
    }
  }

  private async findOthers(
    { traceId, eventId, occurredAtMs }: Event,
    access: Access,
  ): Promise<readonly TracedEvent[]> {
    if (traceId === undefined) return [];
    const options = { scope: access.listProjects('issues.read'), limit: searchLimits.eventsFound };
    const found = await this.finding.findEvents({ by: 'trace', text: traceId }, options);
    const toDistance = (each: (typeof found)[number]) => Math.abs(each.occurredAtMs - occurredAtMs);
    const others = found
      .filter((each) => each.eventId !== eventId && toDistance(each) <= OTHERS_WITHIN_MS)
      .toSorted((a, b) => toDistance(a) - toDistance(b))
      .slice(0, OTHERS);
    return this.traced.read(others);
  }
}
