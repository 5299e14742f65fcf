import { Form } from '#client-runtime';
import { Hydrate } from '#client-runtime/hydrate';
import type { IssueStatus } from '#shared';
import type { ReactNode } from 'react';
import type { TriageOffer } from '../../../states/views/index.ts';
import { ListTriageBar } from '../issue-list.waiting.tsx';

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
      <Hydrate when="idle" of={[offer, status]} className="contents">
        <ListTriageBar offer={offer} status={status} />
      </Hydrate>
      {children}
    </Form>
  );
}
