import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import { NotedForm } from '../../../ui/forms/noted-form.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import type { UnsubscribeProps } from '../personal/personal-alerts.dto.ts';

/** Ends all mail about alerts to one address. */
export function Page({ email, isDone }: UnsubscribeProps): ReactNode {
  if (isDone) {
    return (
      <Outcome title="Unsubscribed">
        <p>{email} gets no alerts by mail.</p>
        <p>
          <Link href="/account/alerts">Choose what to be told</Link>
        </p>
      </Outcome>
    );
  }
  return (
    <Outcome title="No more alerts by mail?">
      <p>{email} will get none, of no project. Signed in, you can choose what to be told.</p>
      <NotedForm action="unsubscribe">
        <Button isPrimary>Unsubscribe</Button>
      </NotedForm>
    </Outcome>
  );
}
