import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { ChannelsProps, DeliveryRow } from '../channels.dto.ts';
import { describeState } from './delivery-state.ts';

export function DeliveryLog({
  href,
  deliveries,
}: Pick<ChannelsProps, 'href' | 'deliveries'>): ReactNode {
  const { errors } = useSubmission('send-again');
  if (deliveries.length === 0) return <p className="text-quiet">Nothing yet.</p>;
  return (
    <>
      <FieldErrors id="log-errors" errors={Object.values(errors).flat()} />
      {deliveries.some(({ state }) => state === 'waiting') && (
        <noscript>
          <p className="pb-2 text-sm">
            <Link href={href}>Load the log again</Link>
          </p>
        </noscript>
      )}
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="border-t border-rule py-2 first:border-t-0">
            <Delivery delivery={delivery} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Delivery({ delivery }: { readonly delivery: DeliveryRow }): ReactNode {
  const { id, title, issueHref, rule, to, atMs, why, advice, canBeSentAgain } = delivery;
  const zone = useZone();
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">
          {issueHref === undefined ? title : <Link href={issueHref}>{title}</Link>}
        </p>
        <p className="text-xs wrap-anywhere text-faint">
          <Moment atMs={atMs} />
          {to === '' ? '' : ` to ${to}`}
          {rule && (
            <>
              {' by the rule '}
              <Link href={rule.href}>{rule.name}</Link>
            </>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-quiet">
          <b className="font-semibold">{describeState(delivery, zone)}</b>
          {why !== undefined && ` ${why} ${advice}`}
        </p>
      </div>
      {canBeSentAgain && (
        <NotedForm action="send-again">
          <input type="hidden" name="delivery" value={id} />
          <Button aria-label={`Send again “${title}”`}>Send again</Button>
        </NotedForm>
      )}
    </div>
  );
}
