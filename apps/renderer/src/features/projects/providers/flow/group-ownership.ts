import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { PasswordRuleStore } from '#product/projects/providers';
import { AuditTrail } from '../../../people/audit/index.ts';

/** Makes people owners, or takes it from them. The last owner always stays an owner. */
@Injectable()
export class GroupOwnership {
  constructor(
    private readonly rule: PasswordRuleStore,
    private readonly users: UserStore,
    private readonly audit: AuditTrail,
  ) {}

  async set(userId: number, isOwner: boolean): Promise<void> {
    const user = await this.users.find(userId);
    if (!user || user.isOwner === isOwner) return;
    // The first owner and the owner who may still use a password keep their ownership, in case the
    // provider fails.
    if (!isOwner && (await this.keepsOwnership(userId))) return;
    const line = { what: 'person.owner', target: String(userId), from: !isOwner, to: isOwner };
    await this.users.setOwner(userId, isOwner, this.audit.prepare(userId, line));
  }

  private async keepsOwnership(userId: number): Promise<boolean> {
    const [ownerId, firstOwner] = await Promise.all([
      this.rule.findOwnerId(),
      this.users.findFirstOwner(),
    ]);
    return userId === ownerId || userId === firstOwner?.id;
  }
}
