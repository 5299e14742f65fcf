import { Link, usePoll, useSubmission } from '#client-runtime';
import { channelKindNames, channelKindOf } from '#product/alerting/channels/rules';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type {
  AddChannelAction,
  ChangeChannelAction,
  ChannelRow,
  ChannelsProps,
} from '../channels.dto.ts';
import { AllowedHosts } from './allowed-hosts.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { DeliveryLog } from './delivery-log.tsx';

/** A test that was just sent is looked for often. */
const SENDING_EVERY_MS = 2000;
const LOG_EVERY_MS = 15_000;

export function Page(props: ChannelsProps): ReactNode {
  const { project, rulesHref, href, isMailSet, channels, deliveries, instance } = props;
  const isSending = deliveries.some(({ state }) => state === 'waiting');
  usePoll('deliveries', isSending ? SENDING_EVERY_MS : LOG_EVERY_MS);
  return (
    <>
      <h1 className="py-4 text-xl">{instance ? 'Channels about Errata' : 'Channels'}</h1>
      <p className="max-w-prose pb-4 text-sm text-quiet">
        {rulesHref === undefined ? (
          'Alerts about Errata itself go to these channels. You choose them under Alerts about Errata. Each project has its own channels.'
        ) : (
          <>
            Each rule of {project} sends its alerts to the channels that are ticked in it. The rules
            are under <Link href={rulesHref}>Alerts</Link>.
          </>
        )}
      </p>
      {!isMailSet && <NoMail hasChannels={channels.length > 0} />}
      {instance && instance.dropped > 0 && (
        <Notice title={`${instance.dropped} alerts were dropped in the last 7 days:`}>
          too many alerts waited, or no relay sent them within a day.
        </Notice>
      )}
      <Section id="channels" title="Channels">
        <Channels channels={channels} />
      </Section>
      <Section id="add" title="Add a channel">
        <AddChannel />
      </Section>
      <Section id="log" title="What was sent" note="the last 50 within 7 days">
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
      SMTP_URL is not set. Start Errata with <code>SMTP_URL=smtp://user:password@host:587</code> (
      <code>-e</code> of docker run, <code>.env</code> of Compose, or the environment of npm start)
      {hasChannels ? '.' : ', or add a channel that is not mail.'}
    </Notice>
  );
}

function Channels({ channels }: Pick<ChannelsProps, 'channels'>): ReactNode {
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
            <Channel channel={channel} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Channel({ channel }: { readonly channel: ChannelRow }): ReactNode {
  const { id, kind, name, hint, gone } = channel;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
          <b className="font-semibold">{name}</b>
          <span className="ml-2 text-xs text-faint">{`${channelKindOf(kind).name}, ${hint}`}</span>
        </p>
        <NotedForm action="test-channel">
          <input type="hidden" name="channel" value={id} />
          <Button aria-label={`Send a test to ${name}`}>Send a test</Button>
        </NotedForm>
        <Confirm label="Remove…" question={`Remove ${name}, with its log?`}>
          <NotedForm action="remove-channel">
            <input type="hidden" name="channel" value={id} />
            <Button>Remove</Button>
          </NotedForm>
        </Confirm>
      </div>
      {gone && (
        <Notice title="Switched off:">
          the receiver answered on <Moment atMs={gone.atMs} /> that it no longer exists (
          {gone.reason}). Save the channel to switch it on again.
        </Notice>
      )}
      <ChangeChannel channel={channel} />
    </div>
  );
}

function ChangeChannel({ channel }: { readonly channel: ChannelRow }): ReactNode {
  const { id, kind, name } = channel;
  const { errors, fields } = useSubmission<ChangeChannelAction>('change-channel');
  const isThis = Number(fields.channel) === id;
  const isWrong = isThis && Object.keys(errors).length > 0;
  return (
    <Disclosure key={name} summary={<span className="text-sm">Change</span>} open={isWrong}>
      <NotedForm action="change-channel" className="grid max-w-lg gap-3 py-2">
        <input type="hidden" name="channel" value={id} />
        <input type="hidden" name="kind" value={kind} />
        <p className="text-xs text-faint">
          Errata does not show saved secrets. If you leave all fields below the name empty, they
          keep their values.
        </p>
        <ChannelFields
          kind={kind}
          name={isThis ? String(fields.name ?? name) : name}
          recipients={isThis ? String(fields.recipients ?? '') : ''}
          errors={isThis ? errors : {}}
          isChange
        />
        {isWrong && <FieldErrors id={`change-${id}-errors`} errors={errors['']} />}
        <div>
          <Button>Save</Button>
        </div>
      </NotedForm>
    </Disclosure>
  );
}

function AddChannel(): ReactNode {
  const { errors, fields } = useSubmission<AddChannelAction>('add-channel');
  const isWrong = Object.keys(errors).length > 0;
  return (
    <>
      <FieldErrors id="add-errors" errors={errors.kind} />
      {channelKindNames.map((kind) => {
        const isThis = fields.kind === kind;
        return (
          <Disclosure key={kind} summary={channelKindOf(kind).name} open={isThis && isWrong}>
            <NotedForm action="add-channel" className="grid max-w-lg gap-3 py-2">
              <input type="hidden" name="kind" value={kind} />
              <ChannelFields
                kind={kind}
                name={isThis ? String(fields.name ?? '') : ''}
                recipients={isThis ? String(fields.recipients ?? '') : ''}
                errors={isThis ? errors : {}}
              />
              <div>
                <Button>{`Add ${channelKindOf(kind).name}`}</Button>
              </div>
            </NotedForm>
          </Disclosure>
        );
      })}
    </>
  );
}
