import { channelLimits } from '#shared';
import { channelKindOf } from '#product/alerting/channels/rules';
import type { FieldErrors } from '#shared';
import type { ChannelField, ChannelKind } from '#product/alerting/channels/rules';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { TextField } from '../../../../ui/forms/text-field.tsx';

interface ChannelFieldsProps {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly recipients: string;
  readonly errors: FieldErrors;
  readonly afterAddress?: ReactNode;
  readonly isChange?: boolean;
}

const LENGTHS: Readonly<Record<ChannelField, number>> = {
  address: channelLimits.addressLength,
  secret: channelLimits.secretLength,
  recipients: channelLimits.addressLength,
};

/**
 * The fields for address and secret always begin empty, because the server never sends saved
 * secrets back.
 */
export function ChannelFields({
  kind,
  name,
  recipients,
  errors,
  afterAddress,
  isChange = false,
}: ChannelFieldsProps): ReactNode {
  const { fields } = channelKindOf(kind);
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        maxLength={channelLimits.nameLength}
        autoComplete="off"
        defaultValue={name}
        errors={errors['name']}
      />
      {Object.entries(fields).map(([field, { label, hint, isOptional }]) => (
        <Fragment key={field}>
          <TextField
            name={field}
            label={isOptional ? `${label}, optional` : label}
            hint={hint}
            type={field === 'secret' ? 'password' : 'text'}
            required={!isChange && !isOptional}
            maxLength={LENGTHS[field as ChannelField]}
            autoComplete={field === 'secret' ? 'new-password' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={field === 'recipients' ? recipients : ''}
            errors={errors[field]}
          />
          {field === 'address' && afterAddress}
        </Fragment>
      ))}
    </>
  );
}
