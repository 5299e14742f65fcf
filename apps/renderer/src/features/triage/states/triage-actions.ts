import { Injectable } from '@nestjs/common';
import { Clock, errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';
import { InvalidFieldsException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { nameAssignee, PeopleService } from '../../projects/members/index.ts';
import type { TriageDto, UndoDto } from './triage.dto.ts';
import { toTriageText, toUndoText } from './triage-text.ts';
import { readTriageChange, toFieldOf } from './triage-change.ts';
import { TriageService } from './triage.service.ts';
import type { Triaged } from './triage.service.ts';

interface Submit<Fields> {
  readonly access: Access;
  readonly fields: Fields;
  readonly flash: TellFlash;
}

@Injectable()
export class TriageActions {
  constructor(
    private readonly triage: TriageService,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  /** Throws `InvalidFieldsException` when every issue is refused for the same reason. */
  async change(
    issueIds: readonly number[],
    { access, fields, flash }: Submit<TriageDto>,
  ): Promise<void> {
    const asker = { userId: access.getSignedIn().user.id, nowMs: this.clock.nowMs() };
    const named = await nameAssignee(this.people, access, fields);
    const read = readTriageChange(named, asker);
    if (!read.ok) throw new InvalidFieldsException(read.errors);
    const { change } = read;
    const triaged = await this.triage.change(access, issueIds, change);
    const reason = findOnlyReason(triaged);
    if (reason) {
      throw new InvalidFieldsException({ [toFieldOf(change)]: [errorCatalogue[reason].message] });
    }
    const history = triaged.changed.map(String);
    flash({
      text: toTriageText(change, triaged),
      undo: history.length > 0 ? { action: 'undo', fields: { history } } : undefined,
    });
  }

  async undo({ access, fields, flash }: Submit<UndoDto>): Promise<void> {
    const triaged = await this.triage.undo(access, fields.history.map(Number));
    flash({ text: toUndoText(triaged) });
  }
}

function findOnlyReason({ changed, unchanged, refused }: Triaged): ErrorCode | undefined {
  const [reason, ...others] = refused.keys();
  return changed.length + unchanged + others.length === 0 ? reason : undefined;
}
