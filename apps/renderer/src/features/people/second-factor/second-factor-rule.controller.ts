import { Body, Get } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Action, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { AuditTrail } from '../audit/index.ts';
import { SettingsSection } from '../settings/index.ts';
import { SecondFactorRuleDto } from './second-factor.dto.ts';
import type { SaveRuleAction } from './second-factor.dto.ts';
import { SecondFactorRule } from './second-factor-rule.ts';

@SettingsSection({
  name: 'Second factor',
  words: 'two 2fa mfa totp authenticator code recovery sign in security',
  segment: 'second-factor',
  state: SecondFactorRule,
  help: 'A code of an app, beside the password. Each person sets it up under Account. Owners reset a lost one among People.',
  document: 'sign-in',
  order: 25,
  right: 'instance.settings',
})
export class SecondFactorRuleController {
  constructor(
    private readonly rule: SecondFactorRule,
    private readonly audit: AuditTrail,
  ) {}

  @Get()
  @Page<PropsOf<SecondFactorRuleController['show']>>('second-factor/rule.page', {
    head: () => ({ title: 'Second factor for everybody' }),
  })
  async show() {
    return { isRequired: (await this.rule.findSinceMs()) !== undefined };
  }

  @Action<SaveRuleAction>('save')
  async save(
    @Body() { required }: SecondFactorRuleDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const isRequired = required === 'on';
    const line = { what: 'second-factor.required', from: !isRequired, to: isRequired };
    const tell = this.audit.prepare(access.getSignedIn().user.id, line);
    await this.rule.set(isRequired, tell);
    flash({
      text: isRequired
        ? 'Everybody needs a second factor now. Whoever has none has a week to set one up.'
        : 'A second factor is up to each person.',
    });
  }
}
