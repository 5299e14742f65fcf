import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Body, Controller, Get, Query } from '@nestjs/common';
import {
  Action,
  filledQuery,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { CronsAddressPipe } from './crons-address.pipe.ts';
import type { CronsAddress } from './crons-address.pipe.ts';
import { NewMonitorDto } from './crons.dto.ts';
import type { CreateMonitorAction } from './crons.dto.ts';
import { CronsService } from './crons.service.ts';

@Controller('crons')
@OpenToGuests()
@NavigationEntry({ name: 'Crons', order: 15 })
export class CronsController {
  constructor(private readonly crons: CronsService) {}

  @Get()
  @Page<PropsOf<CronsController['list']>>('crons/crons.page', {
    head: () => ({ title: 'Crons' }),
    tags: ({ tags }) => tags,
    staleMs: 0,
  })
  list(
    @Query(filledQuery('/crons'), CronsAddressPipe) address: CronsAddress,
    @CurrentAccess() access: Access,
  ) {
    return this.crons.list(access, address);
  }

  @Get('new')
  @Requires('project.alerts')
  @Page<PropsOf<CronsController['offerNew']>>('crons/new-monitor.page', {
    head: () => ({ title: 'New cron monitor' }),
  })
  offerNew(@Query('project') project: unknown, @CurrentAccess() access: Access) {
    return this.crons.offerNew(access, typeof project === 'string' ? project : undefined);
  }

  @Action<CreateMonitorAction>('create', { of: ['offerNew'] })
  async create(
    @Body() fields: NewMonitorDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    const result = await this.crons.create(fields, access);
    if (!result.ok) throw new InvalidFieldsException(result.errors);
    flash({
      text: `The monitor “${fields.name.trim()}” is added and waits for its first check-in.`,
    });
    throw new RedirectException(to('/crons/:id', { id: result.id }));
  }
}
