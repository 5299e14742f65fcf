import { useSubmission } from '#client-runtime';
import { Hydrate } from '#client-runtime/hydrate';
import type { IssueStatus } from '#shared';
import { useCallback, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { closeMenus, Menu } from '../../../../ui/menu.tsx';
import { useCodeBehind } from '../../../../ui/use-code-behind.ts';
import type { TriageAction, TriageDto, TriageOffer } from '../triage.dto.ts';
import { Assign, Mute, ResolveIn } from './triage-menus.waiting.tsx';

export interface TriageBarProps {
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

export function TriageBar({
  offer,
  status,
  assigneeId,
  canComment = true,
  beyondMute,
  last,
  children,
}: TriageBarProps): ReactNode {
  const submission = useSubmission<TriageAction>('triage');
  const { status: sent, errors } = submission;
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
  const waiting = {
    when: 'interaction',
    of: [offer, assigneeId, canComment, submission],
    className: 'contents',
  } as const;
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
          <Hydrate {...waiting}>
            <ResolveIn base={offer.base} />
          </Hydrate>
        </Menu>
        <Menu label="Mute" shortcut="m" isOpen={isWrong(MUTE)}>
          <Hydrate {...waiting}>
            <Mute worse={offer.worse} />
          </Hydrate>
          {beyondMute}
        </Menu>
        <Menu label="Assign" shortcut="a" isOpen={isWrong(ASSIGN)}>
          <Hydrate {...waiting}>
            <Assign offer={offer} assigneeId={assigneeId} canComment={canComment} />
          </Hydrate>
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
