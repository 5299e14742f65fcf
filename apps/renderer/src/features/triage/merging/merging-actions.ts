import { Injectable } from '@nestjs/common';
import { errorCatalogue, to } from '#shared';
import { InvalidFieldsException, RedirectException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { MergingService } from './merging.service.ts';
import type { Merged } from './merging.service.ts';

interface Submit {
  readonly access: Access;
  readonly flash: TellFlash;
}

@Injectable()
export class MergingActions {
  constructor(private readonly merging: MergingService) {}

  /** Throws `InvalidFieldsException` when the merge is refused. */
  async merge(issueIds: readonly number[], submit: Submit): Promise<void> {
    tellMerged(await this.merging.merge(submit.access, issueIds), '', submit);
  }

  /**
   * Redirects to the issue with this short id. Throws `InvalidFieldsException` when the merge is
   * refused.
   */
  async mergeInto(issueId: number, shortId: string, submit: Submit): Promise<never> {
    const merged = await this.merging.merge(submit.access, [issueId], { shortId });
    throw new RedirectException(to('/issues/:id', { id: tellMerged(merged, 'into', submit) }));
  }

  async unmerge(
    issueId: number,
    groups: readonly string[],
    { access, flash }: Submit,
  ): Promise<void> {
    const unmerged = await this.merging.unmerge(access, issueId, groups.map(Number));
    if (!unmerged.ok) {
      throw new InvalidFieldsException({ group: [errorCatalogue[unmerged.code].message] });
    }
    const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(unmerged.issues);
    flash({
      text: `Unmerged: ${names}.`,
      undo: { action: 'undo', fields: { history: [String(unmerged.historyId)] } },
    });
  }
}

/**
 * Shows the result in a flash message, and returns the id of the issue that the others were merged
 * into. `field` is the form field at which a refusal appears.
 */
function tellMerged(merged: Merged, field: string, { flash }: Submit): number {
  if (!merged.ok) {
    throw new InvalidFieldsException({ [field]: [errorCatalogue[merged.code].message] });
  }
  const { count, historyId, into, intoId } = merged;
  flash({
    text: `${count === 1 ? '1 issue' : `${count} issues`} merged into ${into}.`,
    undo: { action: 'undo', fields: { history: [String(historyId)] } },
  });
  return intoId;
}
