import { Injectable } from '@nestjs/common';
import { SecondFactors } from './second-factors.ts';
import type { Access } from './access.ts';

/** Knows whom the rule concerns that everybody needs a second factor. */
@Injectable()
export class RequiredSecondFactor {
  constructor(private readonly secondFactors: SecondFactors) {}

  /** Until when (Unix time in ms) the visitor may go on without one; undefined where nothing is asked of them. */
  async findDeadlineMs(access: Access): Promise<number | undefined> {
    if (!access.user || access.isToken) return undefined;
    const { user, session } = access.getSignedIn();
    // A provider asks for a second factor itself.
    if (session.secondFactor !== undefined || session.provider !== undefined) return undefined;
    return this.secondFactors.findDeadlineMs(user);
  }
}
