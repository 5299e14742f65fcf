import { Controller, Get, Param, Query } from '@nestjs/common';
import { Clock } from '#shared';
import { Page, RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import type { FindPageProps } from './find.dto.ts';
import { FindService } from './find.service.ts';

/** What a user read out, or a log says: typed alone it opens what it names, or lists what it may be. */
@Controller('find')
@OpenToGuests()
@NavigationEntry({ name: 'Find', order: 1000, shortcut: 'Meta+K Control+K' })
export class FindController {
  constructor(
    private readonly finder: FindService,
    private readonly clock: Clock,
  ) {}

  /** As the form asks, for any text: one with a slash is no part of a path. */
  @Get()
  @Page<typeof import('./views/find.page.tsx')>('finding/find.page', {
    head: () => ({ title: 'Find' }),
  })
  ask(@Query('q') typed: unknown, @CurrentAccess() access: Access): Promise<FindPageProps> {
    return this.lead(typeof typed === 'string' ? typed : '', access);
  }

  @Get(':text')
  @Page<typeof import('./views/find.page.tsx')>('finding/find.page', {
    head: () => ({ title: 'Find' }),
  })
  find(@Param('text') typed: string, @CurrentAccess() access: Access): Promise<FindPageProps> {
    return this.lead(typed, access);
  }

  private async lead(typed: string, access: Access): Promise<FindPageProps> {
    const text = typed.trim();
    const targets = await this.finder.find(text, access);
    const [target, ...others] = targets;
    if (target && others.length === 0) throw new RedirectException(target.href);
    return { nowMs: this.clock.nowMs(), ...(text === '' ? {} : { text }), targets };
  }
}
