import { Logger } from '@nestjs/common';
import { operationLimits } from '#shared';
import type { FailedChange, FailedReportLine, FailedReportPage } from '#shared';
import type { FailedReport, SpoolOperation } from '../spool/ports/spool-operation.ts';
import { compareLines, isAfter, type Position, toPosition } from './failed-order.ts';
import { formatReportName, type ReportName, type Selection } from './report-name.ts';
import type { Look, SpoolAtHand, SpoolsAtHand } from './spools-at-hand.ts';

/** What is done with them, of one spool. */
type Change = (spool: SpoolOperation, ids: readonly number[]) => Promise<number>;

/** The failed reports of all spools at hand. */
export class FailedShelves {
  private readonly logger = new Logger(FailedShelves.name);

  constructor(private readonly spools: SpoolsAtHand) {}

  /** Latest received first, from behind `before` on; with `names` of these spools alone. */
  async list(before?: Position, names?: ReadonlySet<string>): Promise<FailedReportPage> {
    const looks = await this.spools.lookInto(listLines, names);
    const lines = looks.flatMap((look) => (look.state === 'seen' ? look.result : []));
    const behind = lines.toSorted(compareLines).filter((line) => !before || isAfter(line, before));
    const reports = behind.slice(0, operationLimits.failedReportsPerPage);
    const last = behind.length > reports.length ? reports.at(-1) : undefined;
    return {
      total: lines.length,
      upTo: looks.flatMap(toLastName).join(','),
      reports,
      reasons: countReasons(lines),
      ...(last ? { before: toPosition(last) } : {}),
    };
  }

  /** The body of one; undefined when there is none such, or it cannot be read. */
  async read({ spool: name, id }: ReportName): Promise<AsyncIterable<Buffer> | undefined> {
    const read = async ({ spool }: SpoolAtHand) => spool.readFailed(id);
    const [look] = await this.spools.lookInto(read, new Set([name]));
    return look?.state === 'seen' ? look.result : undefined;
  }

  async retry(selection: Selection): Promise<FailedChange> {
    const change = await this.change(selection, (spool, ids) => spool.retryFailed(ids));
    if (change.changed > 0) this.logger.log(`${change.changed} failed reports are tried again.`);
    return change;
  }

  async discard(selection: Selection): Promise<FailedChange> {
    const change = await this.change(selection, (spool, ids) => spool.discardFailed(ids));
    if (change.changed > 0) this.logger.warn(`${change.changed} failed reports were discarded.`);
    return change;
  }

  private async change(selection: Selection, change: Change): Promise<FailedChange> {
    const { names, isSelected, isUnknown } = await this.toTest(selection);
    if (isUnknown) return { changed: 0, isBusy: isUnknown === 'held' };
    const looks = await this.spools.lookInto(async ({ name, spool }) => {
      const failed = (await spool.listFailed()).filter((report) => isSelected(name, report));
      // In the order in which they came.
      const ids = failed.map(({ id }) => id).toSorted((a, b) => a - b);
      return change(spool, ids);
    }, names);
    return {
      changed: looks.reduce((sum, look) => sum + (look.state === 'seen' ? look.result : 0), 0),
      isBusy: looks.some(({ state }) => state === 'held'),
    };
  }

  private async toTest(selection: Selection): Promise<SelectionTest> {
    if ('report' in selection) {
      const { spool, id } = selection.report;
      return { names: new Set([spool]), isSelected: (_name, report) => report.id === id };
    }
    const { upTo, like } = selection;
    const names = new Set(upTo.keys());
    const isUpTo = (name: string, { id }: FailedReport): boolean => id <= (upTo.get(name) ?? 0);
    if (!like) return { names, isSelected: isUpTo };
    const find = async ({ spool }: SpoolAtHand) => findReason(spool, like.id);
    const [look] = await this.spools.lookInto(find, new Set([like.spool]));
    const reason = look?.state === 'seen' ? look.result : undefined;
    return {
      names,
      isSelected: (name, report) => isUpTo(name, report) && report.reason === reason,
      ...(reason === undefined ? { isUnknown: look?.state === 'held' ? 'held' : 'gone' } : {}),
    };
  }
}

interface SelectionTest {
  /** Of the spools that they may be in. */
  readonly names: ReadonlySet<string>;
  readonly isSelected: (spool: string, report: FailedReport) => boolean;
  /** The report that the others are to be like is not there, or not at hand. */
  readonly isUnknown?: 'gone' | 'held';
}

async function findReason(spool: SpoolOperation, id: number): Promise<string | undefined> {
  return (await spool.listFailed()).find((report) => report.id === id)?.reason;
}

async function listLines({ name, spool }: SpoolAtHand): Promise<FailedReportLine[]> {
  return (await spool.listFailed()).map(({ id, projectId, receivedAtMs, ...report }) => ({
    ...report,
    name: formatReportName({ spool: name, id }),
    ...(projectId === 0 ? {} : { projectId }),
    ...(receivedAtMs === 0 ? {} : { receivedAtMs }),
  }));
}

/** The highest name of a spool; nothing of one that has none. */
function toLastName(look: Look<FailedReportLine[]>): string[] {
  if (look.state !== 'seen' || look.result.length === 0) return [];
  const ids = look.result.map(({ name }) => Number(name.slice(look.name.length + 1)));
  return [formatReportName({ spool: look.name, id: Math.max(...ids) })];
}

/** Those that several share, the commonest first. */
function countReasons(lines: readonly FailedReportLine[]): FailedReportPage['reasons'] {
  const reasons = new Map<string, { reason: string; count: number; like: string }>();
  for (const { reason, name, kind } of lines) {
    // Nothing can be done with it.
    if (kind === 'damaged') continue;
    const known = reasons.get(reason);
    if (known) known.count += 1;
    else reasons.set(reason, { reason, count: 1, like: name });
  }
  return [...reasons.values()]
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, operationLimits.reasonsShown);
}
