import type { OutcomeSum } from '#product/recording/outcomes';
import type { Project } from '#product/projects/projects';
import type { StorageState } from '#product/recording/storage';
import { formatBytes, formatDuration } from '#shared';
import * as operatorLimits from '../rules/operator-limits.ts';
import type { RefusedKey, RelayHealth, UpstreamState } from '#shared';
import type { SeenCondition } from '../rules/operator-conditions.ts';

const { behindMs, caughtUpMs, emptyShare, fullShare, fullerShare, upstreamMs } = operatorLimits;
const NAMED = 5;
const NO_ROOM = 'without room in the relay';
const FULL = 'Reports are refused: the disk or the spool is full';
const ROOM_ADVICE =
  'A relay has no room for reports: its disk is nearly full, or too many reports wait. The operation page says which, and how to make room.';

export function seeQueue(
  { depth, oldestMs }: RelayHealth['queue'],
  { scope, nowMs }: { scope: string; nowMs: number },
): SeenCondition {
  const isBehind = oldestMs >= behindMs;
  return {
    name: 'behind',
    scope,
    level: isBehind ? 1 : 0,
    isNear: oldestMs >= caughtUpMs,
    sinceMs: nowMs - oldestMs,
    facts: isBehind
      ? [`${count(depth, 'report')} wait; the oldest for ${formatDuration(oldestMs)}.`]
      : [],
  };
}

export interface RelayRoom {
  /** In per cent; undefined when the system does not report it. */
  readonly usedDiskShare: number | undefined;
  /** True while the disk is too full for reports. A small disk may be so at any share. */
  readonly isDiskShort: boolean;
}

/** Returns no condition when the used share is unknown. */
export function seeDisk(
  { usedDiskShare: share, isDiskShort }: RelayRoom,
  scope: string,
): SeenCondition[] {
  if (share === undefined) return [];
  const fullness = isDiskShort ? { level: 2 as const } : toFullness(share);
  const facts = [
    `${Math.floor(share)} % of the disk that DATA_DIR is on are used.`,
    ...(isDiskShort ? ['Reports are refused, because less than DISK_MIN_FREE_BYTES is free.'] : []),
  ];
  return [{ name: 'disk', scope, ...fullness, facts }];
}

export function seeBudget({ budgetBytes, projects }: StorageState): SeenCondition {
  const usedBytes = projects.reduce((sum, { bytes }) => sum + bytes, 0);
  const share = budgetBytes === 0 ? 0 : (100 * usedBytes) / budgetBytes;
  const [used, budget] = [usedBytes, budgetBytes].map(formatBytes);
  const facts = [`${used} of ${budget} are used: ${Math.floor(share)} %.`];
  return { name: 'budget', scope: '', ...toFullness(share), facts };
}

function toFullness(share: number): Pick<SeenCondition, 'level' | 'isNear'> {
  const level = share >= fullerShare ? 2 : share >= fullShare ? 1 : 0;
  return { level, isNear: share >= emptyShare };
}

/** `sums` must cover `operatorLimits.windowMs`, because the alert's text states this period. */
export function seeLimits(
  sums: readonly OutcomeSum[],
  projects: readonly Pick<Project, 'id' | 'name'>[],
): SeenCondition {
  const refused = sums.flatMap((sum) => {
    const why = findLimit(sum);
    return why === undefined ? [] : [{ ...sum, why }];
  });
  const lines = projects.flatMap(({ id, name }) => {
    const ofProject = refused.filter(({ projectId }) => projectId === id);
    const all = total(ofProject);
    const reasons = [...new Set(ofProject.map(({ why }) => why))].map(
      (why) => `${total(ofProject.filter((each) => each.why === why))} ${why}`,
    );
    return all === 0 ? [] : [{ all, text: `${name}: ${reasons.join(', ')}.` }];
  });
  const largest = lines.toSorted((a, b) => b.all - a.all).slice(0, NAMED);
  const minutes = operatorLimits.windowMs / 60_000;
  return {
    name: 'limit',
    scope: '',
    level: lines.length > 0 ? 1 : 0,
    facts: [
      ...(lines.length > 0
        ? [
            `In the last ${minutes} minutes, items of ${lines.length} ${lines.length === 1 ? 'project' : 'projects'} were refused or only counted:`,
          ]
        : []),
      ...largest.map(({ text }) => text),
    ],
    ...(refused.some(({ why }) => why === NO_ROOM) && { title: FULL, advice: ROOM_ADVICE }),
  };
}

function findLimit({ outcome, reason }: OutcomeSum): string | undefined {
  if (outcome === 'rate_limited' && reason === 'key') return 'over the rate of their key';
  if (outcome === 'rate_limited' && reason === 'project') return 'over the rate of the project';
  if (reason === 'budget') return 'beyond the storage budget';
  if (outcome === 'failed' && reason === 'no_room') return NO_ROOM;
  if (outcome === 'failed' && reason === 'busy') return 'beyond the memory of the relay';
  return undefined;
}

export function seeUpstreams(
  upstreams: readonly UpstreamState[],
  { scope, nowMs }: { scope: string; nowMs: number },
): SeenCondition {
  const held = upstreams.filter(({ held: hold, oldestMs }) => hold && oldestMs >= upstreamMs);
  const oldestMs = Math.max(0, ...held.map((each) => each.oldestMs));
  return {
    name: 'upstream',
    scope,
    level: held.length > 0 ? 1 : 0,
    isNear: upstreams.some((each) => each.held !== undefined && each.oldestMs >= caughtUpMs),
    sinceMs: nowMs - oldestMs,
    facts: held
      .slice(0, NAMED)
      .map(
        (each) =>
          `${each.name}: ${count(each.depth, 'report')} wait, the oldest for ${formatDuration(each.oldestMs)}. ${each.held!.why}`,
      ),
  };
}

/**
 * `requests` counts requests with a wrong key in the last `operatorLimits.windowMs`; `senders` has
 * the latest sender first.
 */
export function seeWrongDsns(
  requests: number,
  senders: readonly RefusedKey[],
  scope: string,
): SeenCondition {
  const level = requests >= operatorLimits.wrongDsns ? 1 : 0;
  const [latest] = senders;
  return {
    name: 'dsn',
    scope,
    level,
    isNear: requests >= operatorLimits.fewWrongDsns,
    facts: [
      `${count(requests, 'request')} named an unknown or disabled key in the last ${operatorLimits.windowMs / 60_000} minutes.`,
      ...(level === 1 && latest ? [describeSender(latest)] : []),
    ],
  };
}

function describeSender({ keyPrefix, projectId, sdk, network }: RefusedKey): string {
  const key = keyPrefix === '' ? 'no key' : `a key that begins with "${keyPrefix}"`;
  return `The latest request had ${key} for project ${projectId}. It came by ${sdk || 'an unknown SDK'} from ${network || 'an unknown network'}.`;
}

function total(sums: readonly { readonly quantity: number }[]): number {
  return sums.reduce((all, { quantity }) => all + quantity, 0);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
