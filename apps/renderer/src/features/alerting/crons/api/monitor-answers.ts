import { Injectable, NotFoundException } from '@nestjs/common';
import { MonitorStore } from '#product/alerting/crons';
import type { Monitor } from '#product/alerting/crons';
import type { Access } from '../../../people/accounts/index.ts';
import type { PageOfList } from '../../../people/api/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { toCheckInAnswer, toMonitorAnswer } from './monitor-answer.ts';

/** Answers API requests about monitors. `name` is the slug or the id of a monitor. */
@Injectable()
export class MonitorAnswers {
  constructor(
    private readonly monitors: MonitorStore,
    private readonly programProjects: ProgramProjects,
  ) {}

  async list(access: Access, page: PageOfList): Promise<readonly object[]> {
    const projects = await this.programProjects.list(access);
    const monitors = await this.monitors.list(access.listProjects('issues.read'));
    return page
      .show(monitors.slice(page.offset))
      .map((monitor) => toMonitorAnswer(monitor, projects));
  }

  async show(access: Access, name: string): Promise<object> {
    const monitor = await this.get(access, name);
    return toMonitorAnswer(monitor, await this.programProjects.list(access));
  }

  async listCheckIns(access: Access, name: string, page: PageOfList): Promise<readonly object[]> {
    const { environments } = await this.get(access, name);
    const runs = await Promise.all(
      environments.map(async ({ id, environment }) =>
        (await this.monitors.listRuns(id)).map((run) => ({ run, environment })),
      ),
    );
    const newest = runs
      .flat()
      .toSorted((one, other) => other.run.startedAtMs - one.run.startedAtMs);
    return page.show(newest.slice(page.offset)).map(toCheckInAnswer);
  }

  /** Searches one project when `projectName` is given. Throws 404 when there is no such monitor. */
  async get(access: Access, name: string, projectName?: string): Promise<Monitor> {
    const project =
      projectName === undefined ? undefined : await this.programProjects.get(access, projectName);
    const readable = await this.monitors.list(access.listProjects('issues.read'));
    const monitors = readable.filter(({ projectId }) => !project || projectId === project.id);
    const found = monitors.find(({ id, slug }) => slug === name || String(id) === name);
    if (!found) throw new NotFoundException(`No monitor '${name.slice(0, 80)}'.`);
    return found;
  }
}
