import { Form, Link, useLive, usePending } from '#client-runtime';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import { NewestOlder } from '../../../../ui/newest-older.tsx';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { FeedbackAction, FeedbackProps } from '../feedback.dto.ts';
import { FeedbackBar } from './feedback-bar.tsx';
import { FeedbackEntry } from './feedback-row.tsx';

export function Page(props: FeedbackProps): ReactNode {
  const { nowMs, rows, isDone, people, filters, newest, older, snippet } = props;
  useLive({ everyMs: PAGE_EVERY_MS });
  return (
    <NowProvider nowMs={nowMs}>
      {snippet === undefined ? (
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
          {people && <FeedbackBar {...props} />}
          <List {...props} />
        </Form>
      ) : (
        <Nothing {...props} />
      )}
      <NewestOlder newest={newest} older={older} />
    </NowProvider>
  );
}

function Tabs({ tabs }: Pick<FeedbackProps, 'tabs'>): ReactNode {
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

function List({ rows, people, hasProjects, isDone }: FeedbackProps): ReactNode {
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

function Nothing(props: FeedbackProps): ReactNode {
  const { isDone, filters, without, newest, snippet } = props;
  if (snippet !== undefined) return <Begin {...props} />;
  if ((filters.clear ?? newest) !== undefined) {
    return <NothingFound what="feedback" filters={filters} without={without} />;
  }
  const title = isDone ? 'Nothing is done yet' : 'Nothing is open: all feedback is done';
  return <p className="border-t border-rule py-4">{title}</p>;
}

function Begin({ snippet, setUp }: FeedbackProps): ReactNode {
  return (
    <Section id="begin" title="No feedback yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Feedback is what users write into a form of your application: with a name, an email and a
        screenshot where they like, and beside the error where there was one. Sentry’s SDKs for
        browsers have a button and a form for it:
      </p>
      {snippet !== undefined && (
        <div className="max-w-3xl">
          <SnippetBlock file="JavaScript, in the browser" code={snippet} />
        </div>
      )}
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
