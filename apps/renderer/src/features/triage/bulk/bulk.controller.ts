import { Body, Controller, Get, Injectable, NotFoundException, Query } from '@nestjs/common';
import { Clock, errorCatalogue, issueLimits } from '#shared';
import type { ErrorCode, PropsOf } from '#shared';
import type { Right } from '#product/people/accounts/rules';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import { ListAddressPipe, toListAddress } from '../../recording/issue-list/index.ts';
import type { TriageAction } from '../states/index.ts';
import { nameAssignee, PeopleService } from '../../projects/members/index.ts';
import { readTriageChange } from '../states/index.ts';
import { BulkDeletionDto, BulkTriageDto, BulkUndoDto } from './bulk.dto.ts';
import type { BulkDeletionAction, BulkUndoAction } from './bulk.dto.ts';
import { canUndo, toBulkText } from './bulk-text.ts';
import { BulkService } from './bulk.service.ts';
import type { BulkAction, BulkChange } from './bulk.service.ts';

/**
 * Parameters that the page accepts. `sort` does not narrow the list, but links to this page contain
 * it.
 */
const KNOWN: readonly string[] = ['query', 'status', 'project', 'sort'];

/**
 * Reads the address as the list does, but answers 404 for parameters that are not in `KNOWN`. The
 * list supports more filters, and ignoring one here would change more issues than the person saw.
 */
@Injectable()
class BulkAddressPipe extends ListAddressPipe {
  override transform(parameters: Readonly<Record<string, unknown>>): ListAddress {
    if (Object.keys(parameters).some((name) => !KNOWN.includes(name))) {
      throw new NotFoundException();
    }
    return super.transform(parameters);
  }
}

const HREF = '/issues/all';

@Controller('issues/all')
@Requires('issues.triage')
export class BulkController {
  constructor(
    private readonly bulk: BulkService,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Page<PropsOf<BulkController['show']>>('bulk/bulk.page', {
    head: () => ({ title: 'Change all that match' }),
    staleMs: 0,
  })
  async show(@Query(BulkAddressPipe) address: ListAddress, @CurrentAccess() access: Access) {
    const shown = await this.bulk.show({ access, address });
    if (!shown) throw new NotFoundException();
    return shown;
  }

  @Action<TriageAction>('triage')
  async change(
    @Query(BulkAddressPipe) address: ListAddress,
    @Body() fields: BulkTriageDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { id: userId } = access.getSignedIn().user;
    const named = await nameAssignee(this.people, access, fields);
    const read = readTriageChange(named, { userId, nowMs: this.clock.nowMs() });
    if (!read.ok) throw new InvalidFieldsException(read.errors);
    // Refuses a comment, since it would appear on every matching issue.
    const isSaid = read.change.kind === 'assignee' && read.change.comment !== undefined;
    if (isSaid) throw refuse('issue.change_unknown');
    const total = await this.requireMatches({ access, address }, 'issues.triage');
    await this.begin({ access, address, flash }, read.change, total);
  }

  /** A deletion cannot be undone, so the person types the number of issues to confirm. */
  @Action<BulkDeletionAction>('delete-all')
  @Requires('issues.delete')
  async delete(
    @Query(BulkAddressPipe) address: ListAddress,
    @Body() { count = '' }: BulkDeletionDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const total = await this.requireMatches({ access, address }, 'issues.delete');
    // Accepts `1,312`, since the page shows the number in this form.
    if (Number(count.replaceAll(/[\s,]/g, '') || Number.NaN) !== total) {
      const counted = total.toLocaleString('en');
      throw new InvalidFieldsException({
        count: [`There are ${counted}. Type ${counted} to delete them.`],
      });
    }
    await this.begin({ access, address, flash }, { kind: 'deletion' }, total);
  }

  @Action<BulkUndoAction>('undo-all')
  async undo(
    @Body() { bulk }: BulkUndoDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const change = await this.bulk.undo(Number(bulk), access);
    if (!change) throw refuse('issue.bulk_not_undoable');
    flash({ text: toBulkText(change) });
  }

  private async requireMatches(
    asked: { readonly access: Access; readonly address: ListAddress },
    right: Right,
  ): Promise<number> {
    const total = await this.bulk.count(asked, right);
    if (total === 0) throw refuse('issue.bulk_none');
    if (total > issueLimits.issuesPerBulk) throw refuse('issue.bulk_too_many');
    return total;
  }

  /**
   * Redirects to the list when the change is already done. Otherwise the person stays on this page
   * and sees the progress.
   */
  private async begin(
    {
      access,
      address,
      flash,
    }: { readonly access: Access; readonly address: ListAddress; readonly flash: TellFlash },
    action: BulkAction,
    total: number,
  ): Promise<void> {
    const change = await this.bulk.change({ access, address }, action, total);
    if (!change) throw refuse('issue.bulk_at_work');
    flash({ text: toBulkText(change), ...toUndo(change) });
    if (change.state === 'changing') return;
    const { query, sort, project: slug } = address;
    throw new RedirectException(
      toListAddress({ query, sort, project: slug === undefined ? undefined : { slug } }),
    );
  }
}

function toUndo(change: BulkChange): Pick<Parameters<TellFlash>[0], 'undo'> {
  if (!canUndo(change)) return {};
  return { undo: { action: 'undo-all', at: HREF, fields: { bulk: String(change.id) } } };
}

function refuse(code: ErrorCode): InvalidFieldsException {
  return new InvalidFieldsException({ '': [errorCatalogue[code].message] });
}
