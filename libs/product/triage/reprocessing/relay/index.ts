import type { BundleStore } from '#product/recording/artifacts';
import type { EventRemaking, GroupedEvent } from '#product/recording/reports';
import type { EventStore } from '#product/recording/storage';
import { issueLimits, type Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { ReprocessingStore } from '../index.ts';

/** Issues that one step looks at: some 50 ms. */
const ISSUES_AT_ONCE = 5;
/** Events of an issue that stand for all of them. */
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
        step: async (nowMs) => (await goOn(parts, nowMs)) || (await seek(parts, nowMs)),
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

/** Makes some events of an order anew. Resolves with whether there was one. */
async function goOn(
  { reprocessings, remaking }: ReprocessingJobParts,
  nowMs: number,
): Promise<boolean> {
  const page = await reprocessings.readPage(nowMs);
  if (!page) return false;
  await remaking.refresh();
  const made = new Map<number, GroupedEvent>();
  for (const { id, payload } of page.events) {
    if (!payload) continue;
    const grouped =
      page.order.state === 'undoing' ? remaking.read(payload) : await remaking.remake(payload);
    if (grouped) made.set(id, grouped);
  }
  await reprocessings.writePage(page, made, nowMs);
  return true;
}

/** Gives orders for issues whose events an upload fits. Resolves with whether there was an upload to look at. */
async function seek(
  { reprocessings, artifactBundles, events, remaking }: ReprocessingJobParts,
  nowMs: number,
): Promise<boolean> {
  const bundle = await artifactBundles.findSought();
  if (!bundle) return false;
  await remaking.refresh();
  const { projectId, sought } = bundle;
  const issueIds = await reprocessings.listSeen(projectId, {
    nowMs,
    offset: sought,
    limit: ISSUES_AT_ONCE,
  });
  for (const issueId of issueIds) {
    for await (const payload of events.readLatest(issueId, EVENTS_LOOKED_AT)) {
      if (!(await remaking.remake(payload))) continue;
      await reprocessings.ask({ issueId, nowMs });
      break;
    }
  }
  const looked = sought + issueIds.length;
  const isEnd = issueIds.length < ISSUES_AT_ONCE || looked >= issueLimits.issuesSought;
  await artifactBundles.noteSought(bundle, isEnd ? null : looked);
  return true;
}
