import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldFrame } from '../../../../ui/forms/field-frame.tsx';
import { SearchedSelect, TypedField } from '../../../../ui/forms/searched-select.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { formatCount } from '../../../../ui/numbers/format-count.ts';
import type { MuteUnit, TriageAction, TriageOffer } from '../triage.dto.ts';

const MUTES = [
  ['muteForHour', 'For 1 hour'],
  ['muteForDay', 'For 1 day'],
  ['muteForWeek', 'For 1 week'],
  ['muteForever', 'For ever'],
  ['muteFor5Users', 'Until 5 more users'],
] as const;

const MUTE_UNITS: readonly (readonly [MuteUnit, string])[] = [
  ['events', 'more events'],
  ['users', 'more users'],
  ['eventsInHour', 'events in an hour'],
  ['eventsInDay', 'events in a day'],
  ['eventsInWeek', 'events in a week'],
  ['usersInHour', 'users in an hour'],
  ['usersInDay', 'users in a day'],
  ['usersInWeek', 'users in a week'],
  ['hours', 'hours'],
  ['days', 'days'],
  ['weeks', 'weeks'],
];

interface AssignProps {
  readonly offer: TriageOffer;
  readonly assigneeId: number | undefined;
  readonly canComment: boolean;
}

export function ResolveIn({ base }: Pick<TriageOffer, 'base'>): ReactNode {
  const { errors, fields } = useSubmission<TriageAction>('triage');
  return (
    <>
      {base === null ? (
        <p className="text-quiet">No event names a release, so none is the next one.</p>
      ) : (
        <Button name="change" value="resolveInNextRelease">
          {base
            ? `In the next release (after ${[base.release, ...base.environments].join(', ')})`
            : 'In the next release'}
        </Button>
      )}
      <div className="triage-field">
        <TypedField
          name="release"
          label="In release"
          values={[]}
          offers="release"
          defaultValue={String(fields.release ?? '')}
          errors={errors.release}
        />
        <Button name="change" value="resolveInRelease" aria-label="Resolve in release">
          Resolve
        </Button>
      </div>
    </>
  );
}

export function Mute({ worse }: Pick<TriageOffer, 'worse'>): ReactNode {
  const { errors, fields } = useSubmission<TriageAction>('triage');
  return (
    <>
      <Button name="change" value="muteUntilWorse">
        {worse
          ? `Until it gets worse (more than ${formatCount(worse.over)} in ${worse.within}; at most ${formatCount(worse.most)} did)`
          : 'Until it gets worse'}
      </Button>
      {MUTES.map(([change, text]) => (
        <Button key={change} name="change" value={change}>
          {text}
        </Button>
      ))}
      <div className="triage-field">
        <TextField
          name="amount"
          label="Other"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={String(fields.amount ?? '')}
          errors={errors.amount}
        />
        <SelectField
          name="unit"
          label="Unit"
          options={MUTE_UNITS}
          defaultValue={String(fields.unit ?? 'events')}
          errors={errors.unit}
        />
        <Button name="change" value="mute" aria-label="Mute for so many">
          Mute
        </Button>
      </div>
    </>
  );
}

export function Assign({ offer, assigneeId, canComment }: AssignProps): ReactNode {
  const { errors, fields } = useSubmission<TriageAction>('triage');
  const { people, selfId } = offer;
  const assigned = people.isTyped || assigneeId === undefined ? '' : String(assigneeId);
  return (
    <>
      {assigneeId !== selfId && (
        <Button name="change" value="assignMe">
          To me
        </Button>
      )}
      <Button name="change" value="assignNobody">
        To nobody
      </Button>
      {canComment && (
        <FieldFrame label="With a comment (Markdown)" errors={errors.comment}>
          {(ties) => (
            <textarea
              {...ties}
              name="comment"
              rows={2}
              className="text-input"
              defaultValue={String(fields.comment ?? '')}
            />
          )}
        </FieldFrame>
      )}
      {people.values.length > 0 && (
        <div className="triage-field">
          <SearchedSelect
            name="assignee"
            label="To somebody else"
            choices={people}
            hint={people.isTyped && 'A name or an email address.'}
            offers="assigned"
            defaultValue={String(fields.assignee ?? assigned)}
            errors={errors.assignee}
          />
          <Button name="change" value="assign">
            Assign
          </Button>
        </div>
      )}
    </>
  );
}
