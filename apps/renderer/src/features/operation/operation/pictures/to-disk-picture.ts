import type { OperationSample, SpaceUse } from '#product/retention/space';
import { formatBytes } from '#shared';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Smallest share of all bytes that is named. */
const SHARE_NAMED = 1 / 100;
/** Farthest time of a full disk that is told. */
const MOST_DAYS = 90;

export interface DiskFacts {
  /** Oldest first. */
  readonly samples: readonly OperationSample[];
  readonly use: SpaceUse | undefined;
  readonly budgetBytes: number;
  readonly isDatabaseInFolder: boolean;
}

/** Describes the fullest disk of the latest hour. Sizes are texts, shares go from 0 to 1. */
export function toDiskPicture(facts: DiskFacts) {
  const { samples, use, isDatabaseInFolder } = facts;
  const latest = samples
    .filter(({ startsAtMs }) => startsAtMs === samples.at(-1)?.startsAtMs)
    .toSorted((a, b) => toFreeShare(a) - toFreeShare(b))[0];
  if (!latest) return undefined;
  const { startsAtMs, relay, databaseBytes, ownBytes, logBytes, spoolBytes } = latest;
  const tables = listTables(use, databaseBytes);
  const other = ownBytes - logBytes - spoolBytes - (isDatabaseInFolder ? databaseBytes : 0);
  const files: Part[] = [
    ...(isDatabaseInFolder ? tables : []),
    ['logs', logBytes],
    ['waiting reports', spoolBytes],
    ['other files', other],
  ];
  const own = formatBytes(ownBytes);
  const room = toRoom(latest, facts);
  const elsewhere = `PostgreSQL takes ${formatBytes(databaseBytes)} without logs (${describeParts(tables)}), on a disk that Errata cannot measure. The bar is the disk of DATA_DIR.`;
  const sentences = [
    `Errata ${own}: ${describeParts(files)}.`,
    describePace(samples.filter((each) => each.relay === relay)),
    room ? undefined : 'The system does not report the size of the disk.',
    isDatabaseInFolder ? undefined : elsewhere,
  ].filter((each) => each !== undefined);
  return { startsAtMs, own, sentences, room };
}

function toFreeShare({ freeBytes, allBytes }: OperationSample): number {
  return (freeBytes ?? 1) / (allBytes ?? 1);
}

function toRoom(
  { allBytes, freeBytes, ownBytes }: OperationSample,
  { budgetBytes, isDatabaseInFolder }: DiskFacts,
) {
  if (allBytes === null || freeBytes === null) return undefined;
  const othersBytes = Math.max(0, allBytes - freeBytes - ownBytes);
  const isBound = isDatabaseInFolder && budgetBytes > 0 && budgetBytes < allBytes;
  return {
    others: formatBytes(othersBytes),
    free: formatBytes(freeBytes),
    all: formatBytes(allBytes),
    usedPercent: Math.round(100 * (1 - freeBytes / allBytes)),
    ownShare: ownBytes / allBytes,
    othersShare: othersBytes / allBytes,
    bound: isBound ? { name: formatBytes(budgetBytes), at: budgetBytes / allBytes } : undefined,
  };
}

type Part = readonly [name: string, bytes: number];

function listTables(use: SpaceUse | undefined, databaseBytes: number): Part[] {
  if (!use) return [['not measured yet', databaseBytes]];
  const sums: Record<string, number> = {};
  for (const { table, bytes } of use.tables) {
    sums[toContent(table)] = bytes + (sums[toContent(table)] ?? 0);
  }
  return [
    ...Object.entries(sums),
    ['free in the database', use.freeBytes ?? 0],
    ['new in the last hour', databaseBytes - use.bytes],
  ];
}

function toContent(table: string): string {
  if (/^event(s|_payloads|_names)$/.test(table)) return 'events';
  if (table.startsWith('attachment')) return 'attachments';
  if (table.startsWith('span_')) return 'counts of spans';
  return table.startsWith('artifact_') ? 'source maps' : 'counts and settings';
}

function describeParts(parts: readonly Part[]): string {
  const all = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  const named = parts.filter(([, bytes]) => bytes > all * SHARE_NAMED);
  const sorted = named.toSorted(([, a], [, b]) => b - a);
  return sorted.map(([name, bytes]) => `${name} ${formatBytes(bytes)}`).join(', ');
}

/** Tells a pace where each of the last three days took free space, none three times another's. */
function describePace(samples: readonly OperationSample[]): string | undefined {
  const lastMs = samples.at(-1)?.startsAtMs ?? 0;
  const [first = 0, second = 0, third = 0, last = 0] = [3, 2, 1, 0].map((days) => {
    const near = ({ startsAtMs }: OperationSample): boolean =>
      Math.abs(startsAtMs - lastMs + days * DAY_MS) <= HOUR_MS;
    return samples.findLast(near)?.freeBytes ?? Number.NaN;
  });
  const falls = [first - second, second - third, third - last];
  const perDay = (first - last) / 3;
  const days = Math.floor(last / perDay);
  const isClear = Math.min(...falls) > 0 && Math.max(...falls) < 3 * Math.min(...falls);
  if (!isClear || days > MOST_DAYS) return undefined;
  return `At the pace of the last three days, ${formatBytes(perDay)} a day, the disk is full in ${days === 1 ? 'a day' : `${days} days`}.`;
}
