import { Link, useSubmission } from '#client-runtime';
import { channelKindOf, toRefusalText } from '#product/alerting/channels/rules';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { ChangeChannelAction, ChannelRow } from '../channels.dto.ts';
import { AllowHost, toAllowFormId } from './allow-host.tsx';
import type { Allowing } from './allow-host.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { ChannelDays } from './channel-days.tsx';
import { ChannelMark } from './channel-mark.tsx';
import { describeState } from './delivery-state.ts';

interface ChannelProps extends Allowing {
  readonly channel: ChannelRow;
}

export function ChannelLine(props: ChannelProps): ReactNode {
  const { id, kind, name, hint, gone, latest } = props.channel;
  const zone = useZone();
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="grid min-w-0 flex-1 basis-56 grid-cols-[1.125rem_minmax(0,1fr)] gap-x-2.5 wrap-anywhere">
          <ChannelMark kind={kind} />
          <div>
            <b className="font-semibold">{name}</b>
            <span className="ml-2 text-xs text-faint">{`${channelKindOf(kind).name}, ${hint}`}</span>
            <ChannelRules channel={props.channel} />
            {latest && (
              <p className="text-xs text-quiet">
                {'Latest message, '}
                <Moment atMs={latest.atMs} />
                {`: ${describeState(latest, zone)}`}
                {latest.why !== undefined && ` ${latest.why} ${latest.advice}`}
              </p>
            )}
            <ChannelDays {...props.channel} />
          </div>
        </div>
        <NotedForm action="test-channel">
          <input type="hidden" name="channel" value={id} />
          <Button aria-label={`Send a test to ${name}`}>Send a test</Button>
        </NotedForm>
      </div>
      {gone && (
        <Notice title="Switched off:">
          the receiver answered on <Moment atMs={gone.atMs} /> that it no longer exists (
          {gone.reason}). Save the channel to switch it on again.
        </Notice>
      )}
      <ChangeChannel {...props} />
    </div>
  );
}

/**
 * Lists the rules that send to the channel. Channels that belong to no project have no rules,
 * because they get every alert about Errata itself.
 */
function ChannelRules({
  channel: { rules, newRuleHref },
}: Pick<ChannelProps, 'channel'>): ReactNode {
  if (!rules || !newRuleHref) return null;
  return (
    <p className="text-xs text-quiet">
      {rules.length === 0 ? 'No rule tells it yet. ' : 'Told by '}
      {rules.map(({ name, href }, index) => (
        <Fragment key={href}>
          {index > 0 && ', '}
          <Link href={href}>{name}</Link>
        </Fragment>
      ))}
      {rules.length > 0 && '. '}
      <Link href={newRuleHref} className="pointer-coarse:py-3">
        Add a rule
      </Link>
    </p>
  );
}

function ChangeChannel({ channel, ...allowing }: ChannelProps): ReactNode {
  const { id, kind, name, refusedHost } = channel;
  const { errors, fields } = useSubmission<ChangeChannelAction>('change-channel');
  const isThis = Number(fields.channel) === id;
  const isWrong = isThis && Object.keys(errors).length > 0;
  const refusal = refusedHost === undefined ? {} : { address: [toRefusalText(refusedHost)] };
  return (
    <Disclosure
      key={`${name} ${refusedHost}`}
      summary={<span className="text-sm">Change</span>}
      open={isWrong || refusedHost !== undefined}
    >
      <SavedForm action="change-channel" className="grid max-w-lg gap-3 py-2">
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
          errors={{ ...refusal, ...(isThis ? errors : {}) }}
          afterAddress={
            refusedHost !== undefined && <AllowHost id={id} host={refusedHost} {...allowing} />
          }
          isChange
        />
        {isWrong && <FieldErrors id={`change-${id}-errors`} errors={errors['']} />}
        <div>
          <Button isPrimary>Save and test</Button>
        </div>
      </SavedForm>
      {refusedHost !== undefined && allowing.mayAllow && (
        <NotedForm action="allow-and-test" id={toAllowFormId(id)} saysErrors>
          <input type="hidden" name="channel" value={id} />
          <input type="hidden" name="host" value={refusedHost} />
        </NotedForm>
      )}
      <div className="flex border-t border-rule py-3">
        <Confirm label="Remove…" of={name} question={`Remove ${name}, with its log?`}>
          <NotedForm action="remove-channel">
            <input type="hidden" name="channel" value={id} />
            <Button>Remove</Button>
          </NotedForm>
        </Confirm>
      </div>
    </Disclosure>
  );
}
