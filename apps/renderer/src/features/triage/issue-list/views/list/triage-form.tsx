import { Form } from '#client-runtime';
import type { IssueStatus } from '#shared';
import type { ReactNode } from 'react';
import type { TriageOffer } from '../../../states/views/index.ts';
import { TriageBar } from '../../../states/views/index.ts';
import { ClearButton, MergeButton, SelectedCount } from './selection.tsx';

interface TriageFormProps {
  readonly offer: TriageOffer;
  readonly status: IssueStatus | 'all';
  readonly children: ReactNode;
}

export function TriageForm({ offer, status, children }: TriageFormProps): ReactNode {
  return (
    // `noValidate` lets the server report faults, because a wrong field in a closed menu must not
    // block the other buttons.
    <Form action="triage" noValidate className="triage-form">
      <TriageBar offer={offer} status={status} last={<LastButtons />}>
        <SelectedCount />
      </TriageBar>
      {children}
    </Form>
  );
}

function LastButtons(): ReactNode {
  return (
    <>
      <MergeButton />
      <ClearButton />
    </>
  );
}
