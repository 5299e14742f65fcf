import { Get, Param } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, AskedPage } from '../../../people/tokens/index.ts';
import type { PageOfList } from '../../../people/tokens/index.ts';
import { MonitorAnswers } from './monitor-answers.ts';

/** Cron monitors, for programs. */
@ApiController('organizations/:org/monitors')
@Requires('issues.read')
export class MonitorsApiController {
  constructor(private readonly answers: MonitorAnswers) {}

  @Get()
  list(@CurrentAccess() access: Access, @AskedPage() page: PageOfList): Promise<readonly object[]> {
    return this.answers.list(access, page);
  }

  @Get(':monitor')
  show(@CurrentAccess() access: Access, @Param('monitor') monitor: string): Promise<object> {
    return this.answers.show(access, monitor);
  }

  @Get(':monitor/checkins')
  listCheckIns(
    @CurrentAccess() access: Access,
    @Param('monitor') monitor: string,
    @AskedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    return this.answers.listCheckIns(access, monitor, page);
  }
}
