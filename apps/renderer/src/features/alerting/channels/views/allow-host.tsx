import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import type { ChannelsProps } from '../channels.dto.ts';

export type Allowing = Pick<ChannelsProps, 'mayAllow' | 'owners'>;

/**
 * Shows, beside an address whose host is not allowed, a button that allows the host. The button
 * belongs to a form elsewhere on the page, because forms cannot nest.
 */
export function AllowHost({
  id,
  host,
  mayAllow,
  owners,
}: Allowing & { readonly id: number; readonly host: string }): ReactNode {
  if (mayAllow) {
    return (
      <div className="grid justify-items-start gap-1">
        <Button form={toAllowFormId(id)}>{`Allow ${host} and test`}</Button>
        <p className="text-xs text-faint">
          Channels of every project may reach this host then, even in your own network.
        </p>
      </div>
    );
  }
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(owners);
  return (
    <p className="text-sm">{`An owner can allow this host for channels: ask ${names || 'an owner'}.`}</p>
  );
}

/** Id of the `allow-and-test` form, which `ChannelLine` renders. */
export function toAllowFormId(channelId: number): string {
  return `allow-${channelId}`;
}
