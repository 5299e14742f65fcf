import type { Address } from '#shared';
import type { Project } from '../../projects/projects/index.ts';

export interface NamedRule {
  readonly id: number;
  readonly name: string;
  readonly href: Address;
  readonly channels: readonly number[];
}

/** Port to the rules that name channels. The capability `alerts` implements it. */
export abstract class ChannelRules {
  abstract list(project: Project): Promise<readonly NamedRule[]>;

  /**
   * Adds the first channel of a project to its first enabled rule, so that the new channel gets
   * alerts without further setup.
   *
   * Resolves with the name of the changed rule. Changes nothing, and resolves with undefined, when
   * a rule already has a channel or no rule is enabled. Also resolves with undefined when somebody
   * changed the rule at the same time.
   */
  abstract addFirstChannel(
    channelId: number,
    by: { readonly projectId: number; readonly byUserId: number },
  ): Promise<string | undefined>;
}
