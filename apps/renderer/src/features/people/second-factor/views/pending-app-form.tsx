import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { FinishAppAction, PendingApp } from '../second-factor.dto.ts';

export function PendingAppForm({
  pending,
  asksPassword,
}: {
  readonly pending: PendingApp;
  readonly asksPassword: boolean;
}): ReactNode {
  const { secret, address, qr } = pending;
  const { errors } = useSubmission<FinishAppAction>('finish-app');
  return (
    <div className="grid max-w-prose gap-4 pb-6">
      <p className="text-quiet">
        Scan this with an app such as Aegis, Google Authenticator or 1Password. On this device{' '}
        <a href={address}>open it in the app</a>.
      </p>
      <QrCode {...qr} />
      <p className="text-sm text-quiet">
        Or type this key:{' '}
        <code translate="no" className="font-mono whitespace-nowrap select-all">
          {secret}
        </code>
      </p>
      <NotedForm action="finish-app" className="grid max-w-sm gap-3">
        <FieldErrors id="finish-app-errors" errors={errors['']} />
        <TextField
          name="code"
          label="The six digits that the app shows"
          hint="Turning it on signs you out in every other browser."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          errors={errors.code}
        />
        {asksPassword && (
          <TextField
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            required
            errors={errors.password}
          />
        )}
        <div>
          <Button isPrimary>Turn it on</Button>
        </div>
      </NotedForm>
    </div>
  );
}

/** Draws dark squares on a light ground in every theme, because cameras need that. */
function QrCode({ size, path }: PendingApp['qr']): ReactNode {
  return (
    <svg
      role="img"
      aria-label="QR code"
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      className="size-52"
      shapeRendering="crispEdges"
    >
      <rect x="-4" y="-4" width={size + 8} height={size + 8} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
