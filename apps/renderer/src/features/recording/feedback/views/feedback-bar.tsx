import { useSubmission } from '#client-runtime';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SearchedSelect } from '../../../../ui/forms/searched-select.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { closeMenus, Menu } from '../../../../ui/menu.tsx';
import type { FeedbackAction, FeedbackProps } from '../feedback.dto.ts';

/** Covers the column headings while something is selected, as in the list of issues. */
export function FeedbackBar({ people, isDone }: FeedbackProps): ReactNode {
  const { status, fields, errors } = useSubmission<FeedbackAction>('change');
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    const form = place.current?.closest('form');
    const count = () => setChosen(form?.querySelectorAll('[name=feedback]:checked').length ?? 0);
    // `reset` fires before the boxes have their old state.
    const countLater = () => queueMicrotask(count);
    const stop = new AbortController();
    for (const kind of ['change', 'reset']) form?.addEventListener(kind, countLater, stop);
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (status === 'done') closeMenus(place.current);
  }, [status]);
  return (
    <div ref={place} role="group" aria-label="Selected feedback" className="triage-bar">
      <p className="triage-count" aria-live="polite">
        {chosen > 0 && `${chosen} selected`}
      </p>
      <div className="triage-buttons">
        <Button name="change" value={isDone ? 'reopen' : 'done'}>
          {isDone ? 'Reopen' : 'Done'}
        </Button>
        <Menu label="Assign">
          <Button name="change" value="assignMe">
            To me
          </Button>
          <Button name="change" value="assignNobody">
            To nobody
          </Button>
          {people && people.values.length > 0 && (
            <div className="triage-field">
              <SearchedSelect
                name="assignee"
                label="To somebody else"
                choices={people}
                hint={people.isTyped && 'A name or an email address.'}
                offers="assigned"
                errors={errors.assignee}
                defaultValue={String(fields.assignee ?? '')}
              />
              <Button name="change" value="assign">
                Assign
              </Button>
            </div>
          )}
        </Menu>
        <Button type="reset">Clear</Button>
      </div>
      <SubmissionNote action="change" saysErrors />
    </div>
  );
}
