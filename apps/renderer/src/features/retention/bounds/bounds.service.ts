import { Injectable } from '@nestjs/common';
import { NameStore } from '#product/recording/counts';
import type { NameShortage } from '#product/recording/counts';
import { OutcomeStore } from '#product/recording/outcomes';
import { retentionSettings, SettingsStore } from '#product/projects/projects';
import { StorageStore } from '#product/recording/storage';
import type { Project } from '#product/projects/projects';
import type { StorageState } from '#product/recording/storage';
import { Clock, sessionLimits, to } from '#shared';
import { recordingLimits } from '#product/recording/reports';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import type { BoundNotice, RoomLeft, StorageOverview } from './bounds.dto.ts';
import { isRefusal } from './is-refusal.ts';
import { toOutcomes } from './to-outcomes.ts';
import {
  describeExceeded,
  describeRoom,
  describeStorage,
  formatUtc,
  nameSome,
  toRoomLeft,
} from './storage-text.ts';

/** How far back pages tell that names ran out. */
const SHORT_FOR_MS = 86_400_000;

const { countedNames, newNamesPerHour } = recordingLimits;

/** Says how a name keeps its place. */
const KEPT_NAMES =
  'The name with the fewest events of seven days yields to one with more. Environments of alert rules always have a place, and so have the last releases and environments that tokens reported or gates asked about.';

const FRESH_FOR_MS = 1000;
/**
 * Time for which a notice stays after the last refused report. Counts are stored by minute, so that
 * a notice stays for up to two minutes.
 */
const LASTS_MS = 60_000;
/**
 * How far back the sums of a day begin. Together with the current hour, 23 hours cover the last
 * day.
 */
const HOURS_BACK_MS = 23 * 3_600_000;

interface Known {
  readonly atMs: number;
  readonly projects: readonly Project[];
  readonly storage: StorageState;
  /** Number of reports that were refused because of the rate of a key or project, by project id. */
  readonly refused: ReadonlyMap<number, number>;
  readonly shortages: readonly NameShortage[];
}

/**
 * Finds the limits of rate and storage that are exceeded now. The result is cached for a second,
 * because every issue list shows it.
 */
@Injectable()
export class BoundsService {
  private known: Known | undefined;
  private asking: Promise<Known> | undefined;

  constructor(
    private readonly storage: StorageStore,
    private readonly outcomes: OutcomeStore,
    private readonly names: NameStore,
    private readonly projects: ProjectsService,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns notices about storage for operators, and notices about exceeded rates and names that ran
   * out for people who may read the project.
   */
  async listNotices(access: Access): Promise<BoundNotice[]> {
    const { projects, storage, refused, shortages } = await this.getKnown();
    const isOperator = access.can('instance.operate');
    const ofStorage = isOperator ? describeExceeded(storage, projects) : [];
    const read = projects.filter(({ id }) => access.can('issues.read', id));
    const limited = read
      .filter(({ id }) => refused.has(id))
      .toSorted((a, b) => refused.get(b.id)! - refused.get(a.id)!);
    const ofRates =
      limited.length > 1
        ? [{ text: describeRates(limited, refused) }]
        : limited.map((project) => describeRate(project, refused.get(project.id) ?? 0, access));
    const lost = [...ofStorage, ...ofRates];
    const href = isOperator
      ? to('/settings/operation', {}, { hash: ofStorage.length > 0 ? 'storage' : 'projects' })
      : to('/projects');
    const link = { name: 'See what is lost', href };
    const isOfSeveral = ofStorage.length > 0 || limited.length > 1;
    const short = read.flatMap(({ id, slug, name }) =>
      shortages
        .filter(({ projectId, kind }) => projectId === id && kind !== 'pair')
        .map((shortage) => ({
          text: describeShortage(shortage, name),
          link: {
            name: 'See its room',
            href: to('/settings/projects/:slug/data', { slug }, { hash: 'room' }),
          },
        })),
    );
    return [
      ...(isOfSeveral ? [{ text: lost.map(({ text }) => text).join(' '), link }] : lost),
      ...short,
    ];
  }

  async getDaysKept(projectId: number): Promise<number> {
    return (await this.settings.get(projectId, retentionSettings)).value.days;
  }

  async describeStorage(): Promise<StorageOverview> {
    const { storage, projects } = await this.getKnown();
    return describeStorage(storage, projects);
  }

  async describeRoom(projectId: number): Promise<string[]> {
    const { storage, shortages } = await this.getKnown();
    const short = shortages
      .filter((each) => each.projectId === projectId)
      .map((each) => describeShortage(each, 'The project'));
    return [
      ...describeRoom(storage, projectId),
      ...short,
      ...(short.length > 0 ? [KEPT_NAMES] : []),
    ];
  }

  /**
   * Returns the storage that each project has left, by project id. The map is empty when there is
   * no storage budget.
   */
  async listRoomLeft(): Promise<ReadonlyMap<number, RoomLeft>> {
    const { storage, projects } = await this.getKnown();
    return toRoomLeft(storage, projects);
  }

  /**
   * Returns the number of reports refused in the last 24 hours, by project id. Projects without
   * refused reports are absent.
   */
  async countRefused(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const nowMs = this.clock.nowMs();
    const range = { fromMs: nowMs - HOURS_BACK_MS, toMs: nowMs, per: 'hour' } as const;
    const refused = new Map<number, number>();
    for (const sum of await this.outcomes.sum({ projectIds, ...range })) {
      const { projectId, outcome, quantity } = sum;
      if (isRefusal(outcome)) refused.set(projectId, (refused.get(projectId) ?? 0) + quantity);
    }
    return refused;
  }

  private async getKnown(): Promise<Known> {
    const { known } = this;
    if (known && Math.abs(this.clock.nowMs() - known.atMs) < FRESH_FOR_MS) return known;
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async ask(): Promise<Known> {
    const nowMs = this.clock.nowMs();
    const projects = await this.projects.list('all');
    const projectIds = projects.map(({ id }) => id);
    const [storage, shortages, sums] = await Promise.all([
      this.storage.getState(nowMs),
      this.names.listShortages(projectIds, { sinceMs: nowMs - SHORT_FOR_MS, nowMs }),
      this.outcomes.sum({
        projectIds,
        fromMs: nowMs - LASTS_MS,
        toMs: nowMs,
        per: 'minute',
      }),
    ]);
    const refused = new Map<number, number>();
    for (const { projectId, outcome, reason, quantity } of sums) {
      if (outcome !== 'rate_limited' || (reason !== 'key' && reason !== 'project')) continue;
      refused.set(projectId, (refused.get(projectId) ?? 0) + quantity);
    }
    this.known = { atMs: nowMs, projects, storage, refused, shortages };
    return this.known;
  }
}

function describeRates(limited: readonly Project[], refused: ReadonlyMap<number, number>): string {
  const sum = limited.reduce((all, { id }) => all + refused.get(id)!, 0);
  return `${limited.length} projects lose reports, because they send more than their rates allow: ${nameSome(limited)}. Errata refused ${sum.toLocaleString('en')} reports in the last two minutes.`;
}

function describeRate({ id, slug, name }: Project, refused: number, access: Access): BoundNotice {
  const reports = refused === 1 ? 'one report' : `${refused.toLocaleString('en')} reports`;
  const text = `${name} sends more than its rate allows. Errata refused ${reports} in the last two minutes and told SDKs to wait. Refused reports are in none of the counts here.`;
  const link = access.can('project.settings', id)
    ? { name: 'See its rates', href: to('/settings/projects/:slug/limits', { slug }) }
    : { name: 'See what was refused', href: toOutcomes(slug) };
  return { text, link };
}

/** Says when events or sessions last counted as others, in sentences about `name`. */
function describeShortage(
  { kind, lastAtMs }: Pick<NameShortage, 'kind' | 'lastAtMs'>,
  name: string,
): string {
  const many = (count: number): string => count.toLocaleString('en');
  const last = formatUtc(lastAtMs);
  if (kind === 'pair') {
    const { pairsPerDay, pairsPerHour } = sessionLimits;
    return `${name} has sessions of more releases and environments than a day tells apart (${many(pairsPerDay)} of each key, and ${pairsPerHour} more each hour). Some counted as others, last at ${last}.`;
  }
  const most = `${many(countedNames[kind])}, and ${many(newNamesPerHour[kind])} new ones an hour of each key`;
  return `${name} sends more ${kind}s than Errata tells apart (${most}). Some events count as others, last at ${last}: a filter or a search by ${kind} does not find them.`;
}
