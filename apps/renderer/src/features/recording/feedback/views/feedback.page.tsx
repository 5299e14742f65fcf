import { Form, Link, usePending, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { SearchedSelect } from '../../../../ui/forms/searched-select.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { closeMenus, Menu } from '../../../../ui/menu.tsx';
import { NewestOlder } from '../../../../ui/newest-older.tsx';
import { Live } from '../../../../ui/live.tsx';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { FeedbackAction, FeedbackController } from '../feedback.controller.ts';
import { FeedbackEntry } from './feedback-row.tsx';

type Props = PropsOf<FeedbackController['list']>;

export function Page(props: Props): ReactNode {
  const { nowMs, rows, isDone, people, filters, newest, older, begin } = props;
  return (
    <NowProvider nowMs={nowMs}>
      <Live />
      {begin === undefined ? (
        <div className="list-tools">
          <h1>Feedback</h1>
          <Tabs {...props} />
          <FilterBar {...filters} action="/feedback" hidden={isDone ? { status: 'done' } : {}} />
        </div>
      ) : (
        <div className="page-head">
          <h1 className="text-xl">Feedback</h1>
        </div>
      )}
      {rows.length > 0 ? (
        <Form action="change" noValidate className="triage-form [--record-mark:1.25rem]">
          {people && <Bar {...props} />}
          <List {...props} />
        </Form>
      ) : (
        <Nothing {...props} />
      )}
      <NewestOlder newest={newest} older={older} />
    </NowProvider>
  );
}

function Tabs({ tabs }: Pick<Props, 'tabs'>): ReactNode {
  return (
    <nav aria-label="Status" className="status flex">
      {tabs.map(({ name, href, count, isCurrent }) => (
        <Link
          key={name}
          href={href}
          prefetch="intent"
          className="tab max-sm:aria-[current]:font-semibold"
          aria-current={isCurrent ? 'page' : undefined}
        >
          {name}
          <i>{` ${count}`}</i>
        </Link>
      ))}
    </nav>
  );
}

/** Covers the column headings while something is selected, as in the list of issues. */
function Bar({ people, isDone }: Pick<Props, 'people' | 'isDone'>): ReactNode {
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

function List({ rows, people, hasProjects, isDone }: Props): ReactNode {
  const change = isDone ? 'reopen' : 'done';
  const pending = usePending<FeedbackAction>('change').flatMap((sent) =>
    sent.change === change ? [sent.feedback ?? []].flat() : String(sent.change).split('-').slice(1),
  );
  return (
    <>
      <div className="feedback-head">
        {people && <span className="w-4" />}
        <span className="feedback-said">Feedback</span>
        <span>Issue</span>
      </div>
      <ul>
        {rows.map((row) => (
          <FeedbackEntry
            key={row.id}
            row={row}
            hasProject={hasProjects}
            isPending={pending.includes(String(row.id))}
          />
        ))}
      </ul>
    </>
  );
}

function Nothing({ isDone, filters, without, newest, begin }: Props): ReactNode {
  if (begin) return <Begin {...begin} />;
  if ((filters.clear ?? newest) !== undefined) {
    return <NothingFound what="feedback" filters={filters} without={without} />;
  }
  const title = isDone ? 'Nothing is done yet' : 'Nothing is open: all feedback is done';
  return <p className="border-t border-rule py-4">{title}</p>;
}

function Begin({ snippet, setUp }: NonNullable<Props['begin']>): ReactNode {
  return (
    <Section id="begin" title="No feedback yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Feedback is what users write into a form of your application: with a name, an email and a
        screenshot where they like, and beside the error where there was one. Sentry’s SDKs for
        browsers have a button and a form for it:
      </p>
      <div className="max-w-3xl">
        <SnippetBlock file="JavaScript, in the browser" code={snippet} />
      </div>
      {setUp && (
        <p className="pt-3">
          <Link href={setUp} className="button no-underline">
            Set up an SDK
          </Link>
        </p>
      )}
    </Section>
  );
}
