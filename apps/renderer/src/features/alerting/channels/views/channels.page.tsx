import { channelLimits, to } from '#shared';
import { Link, usePoll, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Live } from '../../../../ui/live.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { ChannelsProps } from '../channels.dto.ts';
import { AddChannel } from './add-channel.tsx';
import { AllowedHosts } from './allowed-hosts.tsx';
import { ChannelLine } from './channel-line.tsx';
import { DeliveryLog } from './delivery-log.tsx';

const SENDING_EVERY_MS = 2000;
const LOG_EVERY_MS = 15_000;

export function Page(props: ChannelsProps): ReactNode {
  const { project, rulesHref, href, isMailSet, channels, deliveries, instance } = props;
  const { mayAllow, owners } = props;
  const isSending = deliveries.some(({ state }) => state === 'waiting');
  usePoll('deliveries', isSending ? SENDING_EVERY_MS : LOG_EVERY_MS);
  return (
    <>
      <Live everyMs={Infinity} />
      <h1 className="page-title">{instance ? 'Channels about Errata' : 'Channels'}</h1>
      <p className="max-w-prose pb-4 text-sm text-quiet">
        {rulesHref === undefined ? (
          <>
            Alerts about Errata itself go to these channels. You choose them under{' '}
            <Link href={to('/settings/alerts')}>Alerts about Errata</Link>. Each project has its own
            channels.
          </>
        ) : (
          <>
            Each rule of {project} sends its alerts to the channels that are ticked in it. The rules
            are under <Link href={rulesHref}>Alerts</Link>.
          </>
        )}
      </p>
      {!isMailSet && <NoMail hasChannels={channels.length > 0} />}
      {instance && instance.dropped > 0 && (
        <Notice
          title={`${instance.dropped} alerts were dropped in the last ${channelLimits.loggedDays} days:`}
        >
          too many alerts waited, or no relay sent them within a day.
        </Notice>
      )}
      <Section id="channels" title="Channels">
        <Channels channels={channels} mayAllow={mayAllow} owners={owners} />
      </Section>
      <Section id="add" title="Add a channel">
        <AddChannel channels={channels} mayAllow={mayAllow} owners={owners} />
      </Section>
      <Section
        id="log"
        title="What was sent"
        note={`the last 50 within ${channelLimits.loggedDays} days`}
      >
        <DeliveryLog href={href} deliveries={deliveries} />
      </Section>
      {instance && (
        <Section id="hosts" title="Allowed hosts">
          <AllowedHosts hosts={instance.allowedHosts} />
        </Section>
      )}
    </>
  );
}

function NoMail({ hasChannels }: { readonly hasChannels: boolean }): ReactNode {
  return (
    <Notice title={hasChannels ? 'Nobody is told by mail:' : 'Nobody will be told:'}>
      SMTP_URL is not set. Start Errata with{' '}
      <code translate="no">SMTP_URL=smtp://user:password@host:587</code> (
      <code translate="no">-e</code> of docker run, <code translate="no">.env</code> of Compose, or
      the environment of npm start)
      {hasChannels ? '.' : ', or add a channel that is not mail.'}
    </Notice>
  );
}

function Channels({
  channels,
  ...allowing
}: Pick<ChannelsProps, 'channels' | 'mayAllow' | 'owners'>): ReactNode {
  const ofTest = useSubmission('test-channel').errors;
  const ofRemoval = useSubmission('remove-channel').errors;
  const errors = [ofTest, ofRemoval].flatMap((each) => Object.values(each).flat());
  return (
    <>
      <FieldErrors id="channels-errors" errors={errors} />
      {channels.length === 0 && <p className="text-quiet">There are none.</p>}
      <ul>
        {channels.map((channel) => (
          <li key={channel.id} className="border-t border-rule py-3 first:border-t-0">
            <ChannelLine channel={channel} {...allowing} />
          </li>
        ))}
      </ul>
    </>
  );
}
