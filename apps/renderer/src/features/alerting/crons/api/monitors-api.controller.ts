import { Get, Param } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import {
  ApiController,
  RequestedPage,
  Describes,
  pageParameters,
  schema,
} from '../../../people/api/index.ts';
import type { PageOfList } from '../../../people/api/index.ts';
import { MonitorAnswers } from './monitor-answers.ts';
import { checkInSchema, monitorSchema } from './monitor-schemas.ts';

@ApiController('organizations/:org/monitors')
@Requires('issues.read')
export class MonitorsApiController {
  constructor(private readonly answers: MonitorAnswers) {}

  @Describes({
    summary: 'Cron monitors.',
    query: pageParameters,
    answer: schema.listOf(monitorSchema),
  })
  @Get()
  list(
    @CurrentAccess() access: Access,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    return this.answers.list(access, page);
  }

  @Describes({ summary: 'A monitor, by its slug or id.', answer: monitorSchema })
  @Get(':monitor')
  show(@CurrentAccess() access: Access, @Param('monitor') monitor: string): Promise<object> {
    return this.answers.show(access, monitor);
  }

  @Describes({
    summary: 'Latest runs of a monitor, the newest first.',
    query: pageParameters,
    answer: schema.listOf(checkInSchema),
  })
  @Get(':monitor/checkins')
  listCheckIns(
    @CurrentAccess() access: Access,
    @Param('monitor') monitor: string,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    return this.answers.listCheckIns(access, monitor, page);
  }
}
