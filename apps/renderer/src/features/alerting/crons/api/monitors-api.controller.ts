import { Get, NotFoundException, Param } from '@nestjs/common';
import { MonitorStore } from '#product/alerting/crons';
import type { Monitor } from '#product/alerting/crons';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, AskedPage } from '../../../people/tokens/index.ts';
import type { PageOfList } from '../../../people/tokens/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { toCheckInAnswer, toMonitorAnswer } from './monitor-answer.ts';

/** Cron monitors, for programs, by their slug or id. */
@ApiController('organizations/:org/monitors')
@Requires('issues.read')
export class MonitorsApiController {
  constructor(
    private readonly monitors: MonitorStore,
    private readonly programProjects: ProgramProjects,
  ) {}

  @Get()
  async list(
    @CurrentAccess() access: Access,
    @AskedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    const projects = await this.programProjects.list(access);
    const monitors = await this.monitors.list(access.listProjects('issues.read'));
    return page
      .show(monitors.slice(page.offset))
      .map((monitor) => toMonitorAnswer(monitor, projects));
  }

  @Get(':monitor')
  async show(@CurrentAccess() access: Access, @Param('monitor') name: string): Promise<object> {
    const monitor = await this.find(access, name);
    return toMonitorAnswer(monitor, await this.programProjects.list(access));
  }

  /** The latest runs in all environments, the newest first. */
  @Get(':monitor/checkins')
  async listCheckIns(
    @CurrentAccess() access: Access,
    @Param('monitor') name: string,
    @AskedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    const { environments } = await this.find(access, name);
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

  private async find(access: Access, name: string): Promise<Monitor> {
    const monitors = await this.monitors.list(access.listProjects('issues.read'));
    const found = monitors.find(({ id, slug }) => slug === name || String(id) === name);
    if (!found) throw new NotFoundException(`No monitor '${name.slice(0, 80)}'.`);
    return found;
  }
}
