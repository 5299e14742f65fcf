import { Body, Get } from '@nestjs/common';
import { Action, Flash, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import type { Access } from '../access/access.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { AccountSection } from '../account/account-section.decorator.ts';
import { SingleKeysDto } from '../keyboard.dto.ts';
import type { KeyboardProps } from '../keyboard.dto.ts';
import { SingleKeys } from './single-keys.ts';

/** Which keys do something by themselves, and whether they do for oneself. */
@AccountSection({ name: 'Keyboard', segment: 'keyboard', order: 30 })
export class KeyboardController {
  constructor(private readonly keys: SingleKeys) {}

  @Get()
  @Page<typeof import('../views/keyboard.page.tsx')>('accounts/keyboard.page', {
    head: () => ({ title: 'Your keyboard' }),
  })
  async show(@CurrentAccess() access: Access): Promise<KeyboardProps> {
    return { areOn: !(await this.keys.areOff(access)) };
  }

  @Action('switch-keys')
  async switch(
    @Body() { keys }: SingleKeysDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.keys.switch(access, keys === 'on');
    flash({
      text: keys === 'on' ? 'Single-key shortcuts are on.' : 'Single-key shortcuts are off.',
    });
  }
}
