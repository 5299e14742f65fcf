import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Outcome } from '../../../../rendering/views/index.ts';
import type { UnsubscribeController } from '../personal/unsubscribe.controller.ts';

type Props = PropsOf<UnsubscribeController['show']>;

export function Page({ email, isDone }: Props): ReactNode {
  if (isDone) {
    return (
      <Outcome title="Unsubscribed">
        <p>Errata sends no more alerts to {email}.</p>
        <p>
          <Link href={to('/account/alerts')}>Choose your alerts</Link>
        </p>
      </Outcome>
    );
  }
  return (
    <Outcome title="No more alerts by mail?">
      <p>
        Errata will send no alerts from any project to {email}. To choose your alerts one by one,
        sign in.
      </p>
      <NotedForm action="unsubscribe">
        <Button isPrimary>Unsubscribe</Button>
      </NotedForm>
    </Outcome>
  );
}
