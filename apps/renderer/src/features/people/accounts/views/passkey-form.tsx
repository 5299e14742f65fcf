import type { Address } from '#shared';
import { Form, useSubmission } from '#client-runtime';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { askForPasskey } from '../../../../ui/passkeys/passkeys.ts';
import { usePasskeys } from '../../../../ui/passkeys/use-passkeys.ts';

interface PasskeyFormProps {
  readonly action: string;
  readonly at: Address;
  /** `PublicKeyCredentialRequestOptionsJSON`. */
  readonly options: object;
}

export function PasskeyForm({ action, at, options }: PasskeyFormProps): ReactNode {
  const { errors } = useSubmission(action);
  const isKnown = usePasskeys();
  const field = useRef<HTMLInputElement>(null);
  if (!isKnown) return null;
  const ask = (): void => {
    askForPasskey(options).then(
      (credential) => {
        if (!field.current) return;
        field.current.value = credential;
        field.current.form?.requestSubmit();
      },
      // A rejection means that the person has cancelled. The browser has already shown this.
      () => undefined,
    );
  };
  return (
    <Form action={action} at={at} reloadDocument className="grid max-w-sm gap-2">
      <input ref={field} type="hidden" name="credential" />
      <FieldErrors
        id="passkey-errors"
        errors={[...(errors[''] ?? []), ...(errors['credential'] ?? [])]}
        isAlert
      />
      <div>
        <Button type="button" onClick={ask}>
          Use a passkey
        </Button>
      </div>
    </Form>
  );
}
