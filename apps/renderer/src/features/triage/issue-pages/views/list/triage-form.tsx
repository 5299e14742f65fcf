import { Form } from '#client-runtime';
import type { ReactNode } from 'react';
import type { ListedStatus, TriageOffer } from '../../issues.dto.ts';
import { TriageBar } from '../triage/triage-bar.tsx';
import { ClearButton, MergeButton, SelectedCount } from './selection.tsx';

interface TriageFormProps {
  readonly offer: TriageOffer;
  readonly status: ListedStatus;
  readonly children: ReactNode;
}

/** One form around the list: what is selected in it is what its buttons are for. */
export function TriageForm({ offer, status, children }: TriageFormProps): ReactNode {
  return (
    // What is wrong is said by the server: a field in a menu that is closed must not stop another button.
    <Form action="triage" noValidate className="triage-form">
      <TriageBar offer={offer} status={status} last={<LastButtons />}>
        <SelectedCount />
      </TriageBar>
      {children}
    </Form>
  );
}

/** What only several can have done to them, and the way back to none. */
function LastButtons(): ReactNode {
  return (
    <>
      <MergeButton />
      <ClearButton />
    </>
  );
}
