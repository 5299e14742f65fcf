import { Controller, Get, Param, Query } from '@nestjs/common';
import { Clock } from '#shared';
import { Page, RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import type { FindPageProps } from './find.dto.ts';
import { FindService } from './find.service.ts';

/** Redirects when the text names exactly one target, and lists the targets otherwise. */
@Controller('find')
@OpenToGuests()
@NavigationEntry({ name: 'Find', order: 1000, shortcut: 'Meta+K Control+K' })
export class FindController {
  constructor(
    private readonly finder: FindService,
    private readonly clock: Clock,
  ) {}

  /**
   * The form sends the text as a query parameter, because a text with a slash cannot be part of a
   * path.
   */
  @Get()
  @Page<FindPageProps>('finding/find.page', {
    head: () => ({ title: 'Find' }),
  })
  ask(@Query('q') typed: unknown, @CurrentAccess() access: Access): Promise<FindPageProps> {
    return this.redirectOrList(typeof typed === 'string' ? typed : '', access);
  }

  @Get(':text')
  @Page<FindPageProps>('finding/find.page', {
    head: () => ({ title: 'Find' }),
  })
  find(@Param('text') typed: string, @CurrentAccess() access: Access): Promise<FindPageProps> {
    return this.redirectOrList(typed, access);
  }

  private async redirectOrList(typed: string, access: Access): Promise<FindPageProps> {
    const text = typed.trim();
    const targets = await this.finder.find(text, access);
    const [target, ...others] = targets;
    if (target && others.length === 0) throw new RedirectException(target.href);
    return { nowMs: this.clock.nowMs(), text: text === '' ? undefined : text, targets };
  }
}
