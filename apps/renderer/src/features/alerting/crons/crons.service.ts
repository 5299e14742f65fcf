import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import { MonitorStore } from '#product/alerting/crons';
import type {
  DrawnRun,
  Monitor,
  MonitorEnvironment,
  MonitorResult,
  MonitorRun,
} from '#product/alerting/crons';
import { drawStrip, durationLine, formatTook, measureRuns } from '#product/alerting/crons/rules';
import type { Project } from '#product/projects/projects';
import { OutcomeStore } from '#product/recording/outcomes';
import { Clock, monitorLimits, type MonitorState, toFilterProps, toMonitorSlug, to } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { toLinePath } from '../../../charts/index.ts';
import { toProjectTag } from '../../recording/changes/index.ts';
import { chooseProjects, ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { isListed, listStates } from './crons-address.pipe.ts';
import type { CronsAddress } from './crons-address.pipe.ts';
import type {
  MonitorDto,
  MonitorRow,
  NewMonitorDto,
  ReportingMonitor,
  RunRow,
} from './crons.dto.ts';
import { readFields, toFields } from './read-fields.ts';
import { toScheduleWords } from './schedule-words.ts';
import { toSnippets } from './snippets.ts';

/** Width of a bar in the strip on the page of an issue. */
const STRIP_BAR_WIDTH = 8;
const DAY_MS = 86_400_000;

export type ChangeResult =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly errors: Record<string, string[]> };

const REFUSALS: Readonly<Record<Exclude<MonitorResult['outcome'], 'changed'>, string>> = {
  taken: 'A monitor with this slug exists already.',
  full: `A project has at most ${monitorLimits.monitorsPerProject} monitors.`,
  notFound: 'The monitor was removed.',
};

/**
 * Shows and changes cron monitors. Methods that take the id of a monitor do not check rights.
 * Callers must do so.
 */
@Injectable()
export class CronsService {
  constructor(
    private readonly monitors: MonitorStore,
    private readonly outcomes: OutcomeStore,
    private readonly projects: ProjectsService,
    private readonly clock: Clock,
  ) {}

  async list(access: Access, address: CronsAddress) {
    const { page = 1, ...asked } = address;
    const { query = '', project } = asked;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const toAddress = (values: object): Address => to('/crons', {}, { query: { ...values } });
    const { shown, fault } = chooseProjects(projects, project, (slug) =>
      toAddress({ ...address, project: slug }),
    );
    const ids = shown.map(({ id }) => id);
    const nowMs = this.clock.nowMs();
    const [monitors, refused] = await Promise.all([
      this.monitors.list(projects.map(({ id }) => id)),
      this.countRefused(ids, nowMs),
    ]);
    const all = monitors.flatMap((monitor) => toRows(monitor, projects));
    const ofShown = monitors.flatMap((monitor) => toRows(monitor, shown));
    const environments = new Set(ofShown.flatMap(({ environment }) => environment ?? []));
    const found = ofShown
      .filter((row) => isListed(row, address))
      .toSorted((one, other) => Number(other.isFailing) - Number(one.isFailing));
    const rest = found.slice((page - 1) * monitorLimits.rowsListed);
    const rows = await this.draw(rest.slice(0, monitorLimits.rowsListed));
    const filters = toFilterProps({ ...asked }, toAddress, [
      { name: 'project', label: 'Project', values: toProjectValues(projects) },
      { name: 'state', label: 'State', values: listStates(ofShown) },
      { name: 'environment', label: 'Environment', values: [...environments].toSorted() },
    ]);
    const withKeys = ids.filter((id) => access.can('project.keys', id));
    const [dsn] = all.length === 0 ? await this.projects.listDsns(withKeys) : [];
    return {
      nowMs,
      tags: ids.map(toProjectTag),
      rows,
      next: rest.length > rows.length ? toAddress({ ...asked, page: page + 1 }) : undefined,
      refused,
      query,
      filters: { ...filters, fault },
      without: rows.length === 0 ? all.length : undefined,
      project,
      mayCreate: access.can('project.alerts'),
      snippets: dsn ? toSnippets(dsn.dsn) : [],
    };
  }

  async offerNew(access: Access, project: string | undefined) {
    const projects = await this.projects.list(access.listProjects('project.alerts'));
    return {
      fields: toFields('', undefined),
      projects: projects.map(({ slug, name }) => ({ slug, name })),
      project,
    };
  }

  /**
   * Shows a monitor with the runs of one environment: `environment`, or else the first failing
   * environment, or else the first. Resolves with undefined when there is no such monitor.
   */
  async show(
    id: number,
    { environment, beforeId }: { readonly environment?: string; readonly beforeId?: number },
    access: Access,
  ) {
    const monitor = await this.monitors.find(id);
    if (!monitor) return undefined;
    const { projectId, environments, config } = monitor;
    const mayChange = access.can('project.alerts', projectId);
    const [[project], [dsn], runs] = await Promise.all([
      this.projects.list([projectId]),
      this.projects.listDsns([projectId]),
      mayChange ? this.monitors.countRuns(environments.map((each) => each.id)) : 0,
    ]);
    if (!project) return undefined;
    const shown =
      environments.find(({ environment: name }) => name === environment) ??
      environments.find(({ isFailing }) => isFailing) ??
      environments[0];
    return {
      nowMs: this.clock.nowMs(),
      tags: [toProjectTag(projectId)],
      project: { slug: project.slug, name: project.name },
      name: monitor.name,
      slug: monitor.slug,
      state: monitor.state,
      schedule: toSchedule(monitor),
      bounds: config
        ? `may start ${config.marginMinutes} min late, may run ${config.runtimeMinutes} min`
        : '',
      problem: monitor.problem,
      scheduledBy: monitor.scheduledBy,
      environments: environments.map(({ environment: name }) => ({
        name,
        href: to('/crons/:id', { id }, { query: { environment: name } }),
        isShown: name === shown?.environment,
      })),
      shown: shown ? await this.showEnvironment(monitor, { shown, project, beforeId }) : undefined,
      fields: toFields(monitor.name, config),
      mayMute: access.can('issues.triage', projectId),
      runs,
      mayChange,
      snippets:
        dsn && access.can('project.keys', projectId) ? toSnippets(dsn.dsn, monitor.slug) : [],
    };
  }

  async create(fields: NewMonitorDto, access: Access): Promise<ChangeResult> {
    const projects = await this.projects.list(access.listProjects('project.alerts'));
    const project = projects.find(({ slug }) => slug === fields.project);
    if (!project) return refuse('project', 'There is no such project.');
    const read = readFields(fields);
    const slug = toMonitorSlug(fields.slug?.trim() || fields.name);
    if (slug === undefined) return refuse('slug', 'A slug has letters or digits.');
    if (!read.ok) return read;
    const { name, config } = read;
    const outcome = await this.monitors.create({
      projectId: project.id,
      slug,
      name,
      config,
      ...this.by(access),
    });
    return toResult(outcome, outcome.outcome === 'taken' ? 'slug' : '');
  }

  async change(id: number, fields: MonitorDto, access: Access): Promise<ChangeResult> {
    const read = readFields(fields);
    if (!read.ok) return read;
    const { name, config } = read;
    return toResult(await this.monitors.change(id, { name, config, ...this.by(access) }), '');
  }

  /**
   * Resolves with the monitor's name and previous state, or with undefined when there is no such
   * monitor.
   */
  async setState(
    id: number,
    state: MonitorState,
    access: Access,
  ): Promise<{ readonly name: string; readonly before: MonitorState } | undefined> {
    const monitor = await this.monitors.find(id);
    if (!monitor) return undefined;
    await this.monitors.setState(id, { state, ...this.by(access) });
    return { name: monitor.name, before: monitor.state };
  }

  /**
   * Removes the monitor when `typed` is its slug, and resolves with false otherwise. Resolves with
   * true when the monitor no longer exists.
   */
  async remove(id: number, typed: string, access: Access): Promise<boolean> {
    const monitor = await this.monitors.find(id);
    if (monitor && monitor.slug !== typed.trim()) return false;
    await this.monitors.remove(id, this.by(access));
    return true;
  }

  async isDisabled(id: number): Promise<boolean> {
    return (await this.monitors.find(id))?.state === 'disabled';
  }

  async findProject(id: number): Promise<number | undefined> {
    return (await this.monitors.find(id))?.projectId;
  }

  /** An event of another project names no monitor of this one. */
  async findReporting(
    id: number,
    event: { readonly projectId: number; readonly environment?: string },
  ): Promise<ReportingMonitor | undefined> {
    const monitor = await this.monitors.find(id);
    const place = monitor?.environments.find((each) => each.environment === event.environment);
    if (!place || monitor?.projectId !== event.projectId) return undefined;
    const runs = await this.listDrawn(place.id);
    const statuses = runs.map(({ status }) => status);
    return { href: toMonitorAddress(id, place), strip: drawStrip(statuses, STRIP_BAR_WIDTH) };
  }

  private async showEnvironment(
    monitor: Monitor,
    {
      shown,
      project,
      beforeId,
    }: {
      readonly shown: MonitorEnvironment;
      readonly project: Project;
      readonly beforeId: number | undefined;
    },
  ) {
    const page = beforeId === undefined ? undefined : { beforeId };
    const [runs, drawn] = await Promise.all([
      this.monitors.listRuns(shown.id, page),
      this.listDrawn(shown.id),
    ]);
    const limitMs = monitor.config && monitor.config.runtimeMinutes * 60_000;
    const last = runs.at(-1);
    const isFull = runs.length === monitorLimits.runsListed && last;
    return {
      ...toRow(monitor, shown, project),
      strip: drawn,
      line: toLine(drawn, limitMs),
      limitMs,
      issue: shown.issueId === undefined ? undefined : to('/issues/:id', { id: shown.issueId }),
      runs: runs.map(toRunRow),
      older: isFull ? toMonitorAddress(monitor.id, shown, last.id) : undefined,
    };
  }

  /** Counts check-ins of the last day that the limit of new monitors and environments refused. */
  private async countRefused(projectIds: readonly number[], nowMs: number): Promise<number> {
    const range = { projectIds, fromMs: nowMs - DAY_MS, toMs: nowMs, per: 'hour' } as const;
    const refused = await this.outcomes.sum({ ...range, reason: 'new_monitors' });
    return refused.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  private async draw(rows: readonly MonitorRow[]): Promise<MonitorRow[]> {
    const drawn = await this.monitors.listDrawn(rows.flatMap(({ id }) => id ?? []));
    return rows.map((row) => {
      const runs = drawn.get(row.id ?? 0) ?? [];
      return { ...row, bars: runs.map(({ status }) => status), ...tellTook(runs) };
    });
  }

  private async listDrawn(environmentId: number): Promise<readonly DrawnRun[]> {
    return (await this.monitors.listDrawn([environmentId])).get(environmentId) ?? [];
  }

  private by(access: Access): { readonly byUserId: number; readonly nowMs: number } {
    return { byUserId: access.getSignedIn().user.id, nowMs: this.clock.nowMs() };
  }
}

/** Says whether the latest run took longer than usual. */
function tellTook(runs: readonly DrawnRun[]): Pick<MonitorRow, 'took'> {
  const times = measureRuns(runs);
  if (!times) return {};
  const { latestMs, medianMs } = times;
  return { took: `took ${formatTook(latestMs)}, usually ${formatTook(medianMs)}` };
}

function toRows(monitor: Monitor, projects: readonly Project[]): MonitorRow[] {
  const project = projects.find(({ id }) => id === monitor.projectId);
  if (!project) return [];
  const { environments } = monitor;
  return environments.length === 0
    ? [toRow(monitor, undefined, project)]
    : environments.map((each) => toRow(monitor, each, project));
}

function toRow(
  monitor: Monitor,
  environment: MonitorEnvironment | undefined,
  project: Project,
): MonitorRow {
  const { id, name, state, problem } = monitor;
  const common = {
    project: project.name,
    name,
    schedule: toSchedule(monitor),
    state,
    problem,
    bars: [],
  };
  if (!environment) return { ...common, href: to('/crons/:id', { id }), isFailing: false };
  const { status, isFailing, lastRunAtMs, expectedAtMs } = environment;
  return {
    ...common,
    href: toMonitorAddress(id, environment),
    id: environment.id,
    environment: environment.environment,
    isFailing,
    status,
    lastRunMs: lastRunAtMs,
    nextMs: expectedAtMs,
  };
}

function toSchedule({ config }: Monitor): string {
  return config ? toScheduleWords(config) : 'no schedule yet';
}

function toRunRow(run: MonitorRun): RunRow {
  const { id, status, startedAtMs, durationMs, release, traceId, eventId } = run;
  return {
    id,
    status,
    startedMs: startedAtMs,
    duration: durationMs === null ? undefined : formatTook(durationMs),
    release: release ?? undefined,
    event: eventId === null ? undefined : to('/find/:text', { text: eventId }),
    trace: traceId === null ? undefined : to('/traces/:trace', { trace: traceId }),
  };
}

function toLine(runs: readonly DrawnRun[], limitMs = Infinity) {
  // The line ends below the latest run of the strip, however few runs there are.
  const before = Array.from({ length: monitorLimits.runsDrawn - runs.length }, () => undefined);
  const times = [...before, ...runs.map(({ durationMs }) => durationMs)];
  const size = { ...durationLine, least: 0, most: Math.max(1, ...times.map((ms = 0) => ms)) };
  const over = times.map((ms = 0) => (ms > limitMs ? ms : undefined));
  return { path: toLinePath(times, size), marks: toLinePath(over, size) };
}

function toResult(outcome: MonitorResult, field: string): ChangeResult {
  return outcome.outcome === 'changed'
    ? { ok: true, id: outcome.id }
    : refuse(field, REFUSALS[outcome.outcome]);
}

function refuse(field: string, text: string): ChangeResult {
  return { ok: false, errors: { [field]: [text] } };
}

function toMonitorAddress(
  id: number,
  { environment }: Pick<MonitorEnvironment, 'environment'>,
  beforeId?: number,
): Address {
  return to('/crons/:id', { id }, { query: { environment, before: beforeId } });
}
