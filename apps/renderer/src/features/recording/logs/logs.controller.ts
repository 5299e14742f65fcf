import { Controller, Get, Header, NotFoundException, Param, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Page, RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { LogAddressPipe, LogNamePipe } from './log-address.pipe.ts';
import type { LogAddress, LogName } from './log-address.pipe.ts';
import type { LogDetails, LogsProps } from './logs.dto.ts';
import { LogsService } from './logs.service.ts';

@Controller('logs')
@OpenToGuests()
@NavigationEntry({ name: 'Logs', order: 16.5 })
export class LogsController {
  constructor(private readonly logs: LogsService) {}

  @Get()
  @Page<PropsOf<LogsController['list']>>('logs/logs.page', {
    head: () => ({ title: 'Logs' }),
    // The server does not publish that logs came, because that would load all pages of the
    // project again. The page asks by itself.
    tags: () => ['logs'],
    staleMs: 0,
  })
  async list(
    @Query(LogAddressPipe) address: LogAddress,
    @CurrentAccess() access: Access,
  ): Promise<LogsProps> {
    const named = await this.logs.findNamed(access, address);
    if (named !== undefined) throw new RedirectException(named);
    return this.logs.list(access, address);
  }

  @Get(':log')
  @Page<PropsOf<LogsController['show']>>('logs/log.page', { head: () => ({ title: 'Log' }) })
  show(@Param('log', LogNamePipe) name: LogName, @CurrentAccess() access: Access) {
    return this.find(access, name);
  }

  /** The same, for the row that is opened. */
  @Get(':log/json')
  @Header('Cache-Control', 'private, no-store')
  async tell(
    @Param('log', LogNamePipe) name: LogName,
    @CurrentAccess() access: Access,
  ): Promise<LogDetails> {
    return (await this.find(access, name)).log;
  }

  private async find(access: Access, name: LogName) {
    const found = await this.logs.show(access, name);
    if (!found) throw new NotFoundException();
    return found;
  }
}
