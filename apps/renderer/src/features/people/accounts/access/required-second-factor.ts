import { Injectable } from '@nestjs/common';
import { SecondFactors } from './second-factors.ts';
import type { Access } from './access.ts';

@Injectable()
export class RequiredSecondFactor {
  constructor(private readonly secondFactors: SecondFactors) {}

  /**
   * Returns the Unix time in ms at which the visitor must have a second factor. Returns undefined
   * when the rule does not apply.
   */
  async findDeadlineMs(access: Access): Promise<number | undefined> {
    if (!access.user || access.isToken) return undefined;
    const { user, session } = access.getSignedIn();
    // Sign-in providers ask for a second factor themselves.
    if (session.secondFactor !== undefined || session.provider !== undefined) return undefined;
    return this.secondFactors.findDeadlineMs(user);
  }
}
