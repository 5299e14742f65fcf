import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import type { Session, User } from '#product/people/accounts';
import { SecondFactorStore } from '#product/people/second-factor';
import { Passkeys } from './passkeys.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';

@Injectable()
export class OwnPasskeys {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly store: SecondFactorStore,
  ) {}

  /**
   * Adds a passkey. When this is the person's first second factor, ends all other sessions and
   * returns recovery codes, which cannot be read again. Otherwise returns an empty list.
   *
   * Returns undefined when the passkey is not accepted.
   */
  async add(
    { user: { id }, session }: { readonly user: User; readonly session: Session },
    passkey: { readonly credential: string; readonly name: string },
    tell?: JoinedWrite,
  ): Promise<readonly string[] | undefined> {
    const codes = createRecoveryCodes();
    const hashes = codes.map((each) => hashRecoveryCode(each)!);
    const made = { ...passkey, keptSessionId: session.id, hashes };
    const added = await this.passkeys.add(id, made, tell);
    if (added === 'refused') return undefined;
    return added === 'first' ? codes : [];
  }

  /**
   * Removes a passkey. Returns false when the person has no such passkey. When no factor is left,
   * also deletes the recovery codes, and sign-in then asks for the password only.
   */
  async remove(userId: number, id: number, tell?: JoinedWrite): Promise<boolean> {
    if (!(await this.passkeys.remove(userId, id, tell))) return false;
    if (!(await this.store.has(userId))) await this.store.remove(userId);
    return true;
  }
}
