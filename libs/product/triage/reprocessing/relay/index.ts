import type { BundleStore } from '#product/recording/artifacts';
import type { EventRemaking, GroupedEvent } from '#product/recording/reports';
import type { EventStore } from '#product/recording/storage';
import { isDatabaseAway, type Job } from '#shared';
import { describeError, inShortSteps, type JobTimes, Logger, seldom } from '#telemetry/plain';
import type { ReprocessingStore } from '../index.ts';

const logger = new Logger('Reprocessing');

/** Number of issues that one step checks. Five take some 50 ms. */
const ISSUES_AT_ONCE = 5;
/** Number of an issue's latest events that are checked. They represent all its events. */
const EVENTS_LOOKED_AT = 3;

export interface ReprocessingJobParts extends JobTimes {
  readonly reprocessings: Pick<
    ReprocessingStore,
    'ask' | 'listSeen' | 'readPage' | 'writePage' | 'forgetOld'
  >;
  readonly artifactBundles: Pick<BundleStore, 'findSought' | 'noteSought'>;
  readonly events: Pick<EventStore, 'readLatest'>;
  readonly remaking: EventRemaking;
}

export function reprocessingJobs(parts: ReprocessingJobParts): readonly Job[] {
  return [
    inShortSteps(
      {
        name: 'reprocessing',
        everyMs: 1000,
        step: async (nowMs) => {
          const isAtWork = await goOn(parts, nowMs);
          return (await checkNextUpload(parts, nowMs)) || isAtWork;
        },
      },
      parts,
    ),
    inShortSteps(
      {
        name: 'old-reprocessings',
        ...seldom,
        step: (nowMs) => parts.reprocessings.forgetOld(nowMs),
      },
      parts,
    ),
  ];
}

async function goOn(
  { reprocessings, remaking }: ReprocessingJobParts,
  nowMs: number,
): Promise<boolean> {
  const page = await reprocessings.readPage(nowMs);
  if (!page) return false;
  await remaking.prepare();
  const isCorrected = page.order.by_user !== null;
  const made = new Map<number, GroupedEvent>();
  for (const { id, payload } of page.events) {
    if (!payload) continue;
    const grouped =
      page.order.state === 'undoing'
        ? remaking.read(payload)
        : await remaking.remake(payload, { isCorrected });
    if (grouped) made.set(id, grouped);
  }
  await reprocessings.writePage(page, made, nowMs);
  return true;
}

/**
 * Finds issues that the source maps of the next upload fit, and requests their reprocessing.
 * Returns false when no upload is left to check.
 */
async function checkNextUpload(parts: ReprocessingJobParts, nowMs: number): Promise<boolean> {
  const { reprocessings, artifactBundles, remaking } = parts;
  const bundle = await artifactBundles.findSought();
  if (!bundle) return false;
  await remaking.forget();
  const { projectId, sought } = bundle;
  const issueIds = await reprocessings.listSeen(projectId, {
    nowMs,
    afterId: sought,
    limit: ISSUES_AT_ONCE,
  });
  for (const issueId of issueIds) {
    try {
      if (await fits(parts, issueId)) await reprocessings.ask({ issueId, nowMs });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      logger.warn(`Events of issue ${issueId} cannot be looked at. ${describeError(error)}`);
    }
  }
  const isEnd = issueIds.length < ISSUES_AT_ONCE;
  await artifactBundles.noteSought(bundle, isEnd ? null : issueIds.at(-1)!);
  return true;
}

async function fits({ events, remaking }: ReprocessingJobParts, issueId: number): Promise<boolean> {
  for await (const payload of events.readLatest(issueId, EVENTS_LOOKED_AT)) {
    if (await remaking.remake(payload)) return true;
  }
  return false;
}
