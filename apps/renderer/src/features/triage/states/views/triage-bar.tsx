import { useSubmission } from '#client-runtime';
import type { IssueStatus } from '#shared';
import { useCallback, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { FieldFrame } from '../../../../ui/forms/field-frame.tsx';
import { SearchedSelect, TypedField } from '../../../../ui/forms/searched-select.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { closeMenus, Menu } from '../../../../ui/menu.tsx';
import { useCodeBehind } from '../../../../ui/use-code-behind.ts';
import type { MuteUnit, TriageAction, TriageDto, TriageOffer } from '../triage.dto.ts';

interface TriageBarProps {
  readonly offer: TriageOffer;
  /** The present status of the issues. The bar does not offer this status. */
  readonly status: IssueStatus | 'all';
  readonly assigneeId?: number | undefined;
  readonly canComment?: boolean;
  readonly beyondMute?: ReactNode;
  readonly last?: ReactNode;
  readonly children?: ReactNode;
}

/** Fields inside the menus, which show their own errors. The bar shows all other errors. */
type Field = keyof TriageDto;
const RELEASE: readonly Field[] = ['release'];
const MUTE: readonly Field[] = ['amount', 'unit'];
const ASSIGN: readonly Field[] = ['assignee', 'comment'];
const IN_MENUS: readonly string[] = [...RELEASE, ...MUTE, ...ASSIGN];

const MUTES = [
  ['muteForHour', 'For 1 hour'],
  ['muteForDay', 'For 1 day'],
  ['muteForWeek', 'For 1 week'],
  ['muteForever', 'For ever'],
  ['muteFor10Events', 'Until 10 more events'],
  ['muteFor5Users', 'Until 5 more users'],
  ['muteFor100EventsInHour', 'Until 100 events in an hour'],
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

export function TriageBar({
  offer,
  status,
  assigneeId,
  canComment = true,
  beyondMute,
  last,
  children,
}: TriageBarProps): ReactNode {
  const { status: sent, errors } = useSubmission<TriageAction>('triage');
  const place = useRef<HTMLDivElement>(null);
  const loadFocus = useCallback(async () => {
    const { keepFocus } = await import('./kept-focus.ts');
    return () => (place.current ? keepFocus(place.current) : () => undefined);
  }, []);
  useCodeBehind(loadFocus);
  useEffect(() => {
    if (sent === 'done') closeMenus(place.current);
  }, [sent]);
  const isWrong = (names: readonly Field[]): boolean =>
    names.some((name) => (errors[name] ?? []).length > 0);
  const others = Object.entries(errors).filter(([name]) => !IN_MENUS.includes(name));
  return (
    <div ref={place} role="group" aria-label="Triage" className="triage-bar">
      {/* Enter in a field presses the form's first button. A hidden button without a change comes
         first, so the server reads the change from the filled field. */}
      <button name="change" value="" tabIndex={-1} aria-hidden="true" className="sr-only">
        Apply
      </button>
      {children}
      <div className="triage-buttons">
        {status !== 'resolved' && (
          <Button name="change" value="resolve" aria-keyshortcuts="r">
            Resolve
          </Button>
        )}
        {/* The menu needs no label while it stands beside the button `Resolve`. */}
        <Menu
          label={status === 'resolved' && 'Resolve in'}
          name={status === 'resolved' ? 'Resolve in a release' : 'Other ways to resolve'}
          isOpen={isWrong(RELEASE)}
        >
          {status !== 'resolved' && (
            <Button name="change" value="resolve" aria-label="Resolve now">
              Now
            </Button>
          )}
          <ResolveIn base={offer.base} />
        </Menu>
        <Menu label="Mute" shortcut="m" isOpen={isWrong(MUTE)}>
          <Mute />
          {beyondMute}
        </Menu>
        <Menu label="Assign" shortcut="a" isOpen={isWrong(ASSIGN)}>
          <Assign offer={offer} assigneeId={assigneeId} canComment={canComment} />
        </Menu>
        {status !== 'unresolved' && (
          <Button name="change" value="reopen">
            Reopen
          </Button>
        )}
        {last}
      </div>
      <SubmissionNote action="triage" />
      <FieldErrors id="triage-errors" errors={others.flatMap(([, texts]) => texts)} />
    </div>
  );
}

function ResolveIn({ base }: Pick<TriageOffer, 'base'>): ReactNode {
  const { errors, fields } = useSubmission<TriageAction>('triage');
  return (
    <>
      <Button name="change" value="resolveInNextRelease">
        {base
          ? `In the next release (after ${[base.release, ...base.environments].join(', ')})`
          : 'In the next release'}
      </Button>
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

function Mute(): ReactNode {
  const { errors, fields } = useSubmission<TriageAction>('triage');
  return (
    <>
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

function Assign({
  offer,
  assigneeId,
  canComment,
}: Pick<TriageBarProps, 'offer' | 'assigneeId' | 'canComment'>): ReactNode {
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
