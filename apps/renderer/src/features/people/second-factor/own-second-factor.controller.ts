import { Body, Get, Header, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '#shared';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import {
  AccountNotices,
  AccountSection,
  BeforeSecondFactor,
  CurrentAccess,
  refuse,
  SignInFlow,
} from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { AuditTrail } from '../audit/index.ts';
import { FactorProof } from './factor-proof.ts';
import { OwnSecondFactor } from './own-second-factor.service.ts';
import { OwnPasskeys } from './own-passkeys.ts';
import { Passkeys } from './passkeys.ts';
import { FactorCodeDto, NewAppDto, NewPasskeyDto, PasskeyIdDto } from './second-factor.dto.ts';
import type {
  AddPasskeyAction,
  FinishAppAction,
  MadeCodes,
  MakeCodesAction,
  RemoveAction,
  RemovePasskeyAction,
} from './second-factor.dto.ts';
import { SecondFactorRule } from './second-factor-rule.ts';

type Self = ReturnType<Access['getSignedIn']>['user'];

const NOT_ADDED =
  'The passkey was not added: it took too long, is there already, or there are ten.';

/** People who must set up a second factor can open this page before they have done so. */
@AccountSection({ name: 'Second factor', segment: 'second-factor', order: 15 })
@BeforeSecondFactor()
export class OwnSecondFactorController {
  constructor(
    private readonly own: OwnSecondFactor,
    private readonly proof: FactorProof,
    private readonly rule: SecondFactorRule,
    private readonly passkeys: Passkeys,
    private readonly ownPasskeys: OwnPasskeys,
    private readonly signInFlow: SignInFlow,
    private readonly notices: AccountNotices,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Shows the key of an app that is being set up. */
  @Get()
  @Header('Cache-Control', 'private, no-store')
  @Page<PropsOf<OwnSecondFactorController['show']>>('second-factor/own.page', {
    head: () => ({ title: 'Second factor' }),
    staleMs: 0,
  })
  async show(@CurrentAccess() access: Access) {
    const { user } = access.getSignedIn();
    const [state, requiredSinceMs] = await Promise.all([
      this.own.describe(user),
      this.rule.findSinceMs(),
    ]);
    const [passkeys, newPasskey, asksPassword] = await Promise.all([
      this.passkeys.list(user.id),
      this.passkeys.describeNew(user),
      this.proof.asksPassword(user.id),
    ]);
    return {
      nowMs: this.clock.nowMs(),
      ...state,
      passkeys: passkeys.map(({ id, name, createdAtMs, lastUsedAtMs }) => ({
        id,
        name,
        createdAtMs,
        lastUsedAtMs: lastUsedAtMs ?? undefined,
      })),
      newPasskey,
      asksPassword,
      isRequired: requiredSinceMs !== undefined,
    };
  }

  @Action('begin-app')
  async begin(@CurrentAccess() access: Access): Promise<void> {
    await this.proof.requireRecent(access);
    await this.own.begin(access.getSignedIn().user.id);
  }

  /** The recovery codes appear in this answer only, because only their hashes are stored. */
  @Action<FinishAppAction>('finish-app', { isRepeatable: false, showsResult: true })
  async finish(
    @Body() { code, password }: NewAppDto,
    @CurrentAccess() access: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MadeCodes> {
    await this.proof.requireForNew(access, response, password);
    const signedIn = access.getSignedIn();
    const tell = this.tell(signedIn.user, 'set up an authenticator app', 'set up');
    const result = await this.own.finish(signedIn, code, tell);
    if (!result.ok) throw refuse(result, response);
    await this.signInFlow.renew(signedIn.session, { request, response });
    return { codes: result.codes };
  }

  @Action<MakeCodesAction>('make-codes', { isRepeatable: false, showsResult: true })
  async makeCodes(
    @Body() { code }: FactorCodeDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MadeCodes> {
    const { user } = access.getSignedIn();
    await this.proof.requireCode(user.id, code, response);
    return { codes: await this.own.makeCodes(user.id, this.tell(user, 'made new recovery codes')) };
  }

  @Action<AddPasskeyAction>('add-passkey', { isRepeatable: false, showsResult: true })
  async addPasskey(
    @Body() { credential, name, password }: NewPasskeyDto,
    @CurrentAccess() access: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MadeCodes> {
    await this.proof.requireForNew(access, response, password);
    const signedIn = access.getSignedIn();
    const named = { credential, name: name.trim() || 'Passkey' };
    const tell = this.tell(signedIn.user, 'added a passkey', 'set up');
    const codes = await this.ownPasskeys.add(signedIn, named, tell);
    if (!codes) throw new InvalidFieldsException({ credential: [NOT_ADDED] });
    await this.signInFlow.renew(signedIn.session, { request, response });
    return { codes };
  }

  @Action<RemovePasskeyAction>('remove-passkey', { isRepeatable: false })
  async removePasskey(
    @Body() { passkey, code }: PasskeyIdDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { user } = access.getSignedIn();
    await this.proof.requireCode(user.id, code, response);
    const tell = this.tell(user, 'removed a passkey', 'changed: a passkey was removed');
    if (!(await this.ownPasskeys.remove(user.id, Number(passkey), tell))) {
      throw new InvalidFieldsException({ passkey: ['There is no such passkey.'] });
    }
    flash({ text: 'The passkey is removed.' });
  }

  @Action<RemoveAction>('remove', { isRepeatable: false })
  async remove(
    @Body() { code }: FactorCodeDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { user } = access.getSignedIn();
    await this.proof.requireCode(user.id, code, response);
    await this.own.remove(user.id, this.tell(user, 'removed their second factor', 'removed'));
    flash({ text: 'Your second factor is removed. The password alone signs you in.' });
  }

  /** `done` is for the mail about the change; absent when none is sent. */
  private tell(user: Self, to: string, done?: string) {
    const line = { what: 'person.second-factor', target: String(user.id), to };
    const notice = done === undefined ? done : this.notices.tellSecondFactor(user, done);
    return this.audit.prepare(user.id, line, notice);
  }
}
