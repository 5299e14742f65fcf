import { Deferred, Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { Section } from '../../../../ui/section.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { FailedAction, OperationProps } from '../operation.dto.ts';
import { FailedReportList } from './failed-report-list.tsx';
import { OutcomeTables } from './outcome-tables.tsx';
import { RelaySections } from './relay-sections.tsx';
import { DiskUse, Retention } from './space-use.tsx';
import { StorageUse } from './storage-use.tsx';

export function Page({
  nowMs,
  relays,
  failed,
  outcomes,
  storage,
  space,
}: OperationProps): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Operation</h1>
      <p className="pb-3 text-xs text-faint">
        {'Measured '}
        <RelativeTime atMs={nowMs} />
        {'; older figures say so. '}
        <Link href="/settings/operation" replace prefetch="none">
          Measure again
        </Link>
      </p>
      <Refusal />
      <Deferred value={relays} fallback={<p className="pb-6 text-quiet">Asking the relay …</p>}>
        {(states) => <RelaySections relays={states} />}
      </Deferred>
      <FailedReportList failed={failed} />
      <Section id="storage" title="Storage" note="of events and attachments">
        <StorageUse storage={storage} />
      </Section>
      <Section id="retention" title="Retention" note="what goes next">
        <Retention space={space} />
      </Section>
      <Section id="disk" title="Disk" note="of the database">
        <DiskUse disk={space.disk} />
      </Section>
      <Section id="outcomes" title="Outcomes" note="of all items that were sent">
        <OutcomeTables outcomes={outcomes} />
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
