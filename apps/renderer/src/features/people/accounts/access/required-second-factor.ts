import { Injectable } from '@nestjs/common';
import { SecondFactors } from './second-factors.ts';
import type { Access } from './access.ts';

@Injectable()
export class RequiredSecondFactor {
  constructor(private readonly secondFactors: SecondFactors) {}

  /**
   * Returns the Unix time in ms by which the visitor must set up a second factor. Returns undefined
   * when the visitor need not set one up.
   */
  async findDeadlineMs(access: Access): Promise<number | undefined> {
    if (!access.user || access.isToken) return undefined;
    const { user, session } = access.getSignedIn();
    // A person whose sign-in used a second factor has one already. Sign-in providers ask for second
    // factors themselves.
    if (session.secondFactor !== undefined || session.provider !== undefined) return undefined;
    return this.secondFactors.findDeadlineMs(user);
  }
}
