import { Body, Controller, Get, NotFoundException, Query } from '@nestjs/common';
import { Clock, errorCatalogue, issueLimits } from '#shared';
import type { ErrorCode } from '#shared';
import type { Right } from '#product/people/accounts/rules';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import type { ListAddress } from '../list/list-address.pipe.ts';
import { toListAddress } from '../list/listing.ts';
import type { TriageAction } from '../triage/triage.dto.ts';
import { readWish } from '../triage/triage-wish.ts';
import { BulkAddressPipe } from './bulk-address.pipe.ts';
import { BulkDeletionDto, BulkTriageDto, BulkUndoDto } from '../bulk.dto.ts';
import type { BulkDeletionAction, BulkPageProps, BulkUndoAction } from '../bulk.dto.ts';
import { canUndo, toBulkText } from './bulk-text.ts';
import { BulkService } from './bulk.service.ts';
import type { BulkChange, BulkWish } from './bulk.service.ts';

const HREF = '/issues/all';

/** What is done to all issues that a search finds, however many pages they take (ADR 110). */
@Controller('issues/all')
@Requires('issues.triage')
export class BulkController {
  constructor(
    private readonly bulk: BulkService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Page<typeof import('../views/bulk.page.tsx')>('issue-pages/bulk.page', {
    head: () => ({ title: 'Change all that match' }),
    // What it shows changes by the second.
    staleMs: 0,
  })
  async show(
    @Query(BulkAddressPipe) address: ListAddress,
    @CurrentAccess() access: Access,
  ): Promise<BulkPageProps> {
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
    const read = readWish(fields, { userId, nowMs: this.clock.nowMs() });
    if (!read.ok) throw new InvalidFieldsException(read.errors);
    // Nobody means to say the same about a thousand issues.
    const isSaid = read.wish.kind === 'assignee' && read.wish.comment !== undefined;
    if (isSaid || read.wish.kind === 'merge') throw refuse('issue.change_unknown');
    const total = await this.requireSome({ access, address }, 'issues.triage');
    await this.begin({ access, address, flash }, read.wish, total);
  }

  /** There is no way back: who is sure types how many they are. */
  @Action<BulkDeletionAction>('delete-all')
  @Requires('issues.delete')
  async delete(
    @Query(BulkAddressPipe) address: ListAddress,
    @Body() { count = '' }: BulkDeletionDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const total = await this.requireSome({ access, address }, 'issues.delete');
    // As it is written elsewhere on the page: 1,312.
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

  private async requireSome(
    asked: { readonly access: Access; readonly address: ListAddress },
    right: Right,
  ): Promise<number> {
    const total = await this.bulk.count(asked, right);
    if (total === 0) throw refuse('issue.bulk_none');
    if (total > issueLimits.issuesPerBulk) throw refuse('issue.bulk_too_many');
    return total;
  }

  /** What is done at once leads back to the list; of the rest this page says how far it is. */
  private async begin(
    {
      access,
      address,
      flash,
    }: { readonly access: Access; readonly address: ListAddress; readonly flash: TellFlash },
    wish: BulkWish,
    total: number,
  ): Promise<void> {
    const change = await this.bulk.change({ access, address }, wish, total);
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
