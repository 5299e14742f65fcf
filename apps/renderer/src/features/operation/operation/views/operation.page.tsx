import { Deferred, Link, useSubmission } from '#client-runtime';
import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { Section } from '../../../../ui/section.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { OperationController } from '../operation.controller.ts';
import type { FailedAction } from '../operation.dto.ts';
import { FailedReportList } from './failed-report-list.tsx';
import { OutcomeTable } from './outcome-table.tsx';
import { PictureBoard } from './picture-board.tsx';
import { ProjectUseTable } from './project-use-table.tsx';
import { RelaySections } from './relay-sections.tsx';

type Props = PropsOf<OperationController['show']>;

export function Page({
  nowMs,
  pictures,
  relays,
  failed,
  outcomes,
  projects,
  storage,
  space,
}: Props): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Operation</h1>
      <p className="pb-3 text-xs text-faint">
        {'Measured '}
        <RelativeTime atMs={nowMs} />
        {'; older figures say so. '}
        <Link
          href={to('/settings/operation', {}, { query: { range: pictures.range } })}
          replace
          prefetch="none"
        >
          Measure again
        </Link>
      </p>
      <Refusal />
      <PictureBoard pictures={pictures} relays={relays} />
      <Deferred
        value={relays}
        fallback={<p className="min-h-42 pb-6 text-quiet">Asking the relay …</p>}
      >
        {(states) => <RelaySections relays={states} />}
      </Deferred>
      <FailedReportList failed={failed} />
      <Section id="outcomes" title="Outcomes" note="of all items that were sent">
        <OutcomeTable outcomes={outcomes} />
      </Section>
      <Section id="storage" title="Storage" note="of events and attachments">
        {storage.notices.map(({ text }) => (
          <p key={text} className="pb-2 text-accent wrap-anywhere">
            {text}
          </p>
        ))}
        <p>{storage.budget}</p>
        <p>{space.database}</p>
      </Section>
      <Section id="projects" title="Projects" note="the worst first">
        <ProjectUseTable {...projects} />
      </Section>
      <Section id="retention" title="Retention" note="what goes next">
        <p>{space.next}</p>
      </Section>
    </NowProvider>
  );
}

/** Says why the last action failed, even when the form of that action is no longer on the page. */
function Refusal(): ReactNode {
  const errors = [
    useSubmission<FailedAction>('try-again'),
    useSubmission<FailedAction>('discard'),
  ].flatMap((submission) => Object.values(submission.errors).flat());
  return <FieldErrors id="operation-errors" errors={errors} />;
}
