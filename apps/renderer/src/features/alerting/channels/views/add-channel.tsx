import { useSubmission } from '#client-runtime';
import { channelKindNames, channelKindOf, toRefusalText } from '#product/alerting/channels/rules';
import type { ChannelKind } from '#product/alerting/channels/rules';
import type { FieldErrors as FieldErrorsOfForm } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { AddChannelAction, ChannelRow } from '../channels.dto.ts';
import { AllowHost } from './allow-host.tsx';
import type { Allowing } from './allow-host.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { ChannelMark } from './channel-mark.tsx';

interface AddChannelProps extends Allowing {
  readonly channels: readonly ChannelRow[];
}

export function AddChannel(props: AddChannelProps): ReactNode {
  const { errors } = useSubmission<AddChannelAction>('add-channel');
  return (
    <>
      <FieldErrors id="add-errors" errors={errors.kind} />
      {channelKindNames.map((kind) => (
        <Kind key={kind} kind={kind} {...props} />
      ))}
    </>
  );
}

interface KindProps extends AddChannelProps {
  readonly kind: ChannelKind;
}

function Kind(props: KindProps): ReactNode {
  const { kind } = props;
  const { errors, fields } = useSubmission<AddChannelAction>('add-channel');
  const { name, does } = channelKindOf(kind);
  const isThis = fields.kind === kind;
  return (
    <Disclosure
      name="kind"
      open={isThis && Object.keys(errors).length > 0}
      summary={
        <span className="grid grid-cols-[1.125rem_minmax(0,1fr)] gap-x-2.5">
          <ChannelMark kind={kind} />
          <span className="self-baseline">
            {name} <span className="text-xs text-faint">{does}</span>
          </span>
        </span>
      }
    >
      <SavedForm action="add-channel" className="grid max-w-lg gap-3 py-2">
        <input type="hidden" name="kind" value={kind} />
        <Fields {...props} />
        <div>
          <Button isPrimary>Add and test</Button>
        </div>
      </SavedForm>
    </Disclosure>
  );
}

/**
 * Shows the fields of a new channel. Also shows a refusal when the host of the channel that was
 * just added is not allowed.
 */
function Fields({ kind, channels, ...allowing }: KindProps): ReactNode {
  const { status, errors, fields } = useSubmission<AddChannelAction>('add-channel');
  const { name } = channelKindOf(kind);
  const isThis = fields.kind === kind;
  const added = status === 'done' ? channels.at(-1) : undefined;
  const refused = added?.kind === kind ? added.refusedHost : undefined;
  const refusal: FieldErrorsOfForm =
    refused === undefined ? {} : { address: [toRefusalText(refused)] };
  return (
    <ChannelFields
      kind={kind}
      name={isThis ? String(fields.name ?? name) : name}
      recipients={isThis ? String(fields.recipients ?? '') : ''}
      errors={isThis ? errors : refusal}
      afterAddress={
        added !== undefined &&
        refused !== undefined && <AllowHost id={added.id} host={refused} {...allowing} />
      }
    />
  );
}
