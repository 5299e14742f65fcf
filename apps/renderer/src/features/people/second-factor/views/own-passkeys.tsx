import type { PropsOf } from '#shared';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { formOf } from '../../../../ui/forms/form-of.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { createPasskey } from '../../../../ui/passkeys/passkeys.ts';
import { usePasskeys } from '../../../../ui/passkeys/use-passkeys.ts';
import type { OwnSecondFactorController } from '../own-second-factor.controller.ts';
import type { AddPasskeyAction, PasskeyRow, RemovePasskeyAction } from '../second-factor.dto.ts';

const remove = formOf<RemovePasskeyAction>('remove-passkey');
const add = formOf<AddPasskeyAction>('add-passkey');

type Props = PropsOf<OwnSecondFactorController['show']>;

export function OwnPasskeys(props: Props): ReactNode {
  const { passkeys } = props;
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-sm text-quiet">
        A passkey is kept by your device or a security key, and answers by a finger, a face or a
        PIN. Errata asks for it after your password, in place of a code.
      </p>
      <ul className="grid max-w-2xl">
        {passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      <AddPasskey key={passkeys.length} {...props} />
    </div>
  );
}

function PasskeyLine({ passkey }: { readonly passkey: PasskeyRow }): ReactNode {
  const { id, name, createdAtMs, lastUsedAtMs } = passkey;
  const fixed = { passkey: String(id) };
  const isOpen = 'passkey' in remove.useSent(fixed).fields;
  return (
    <li className="border-t border-rule py-2 first:border-t-0">
      <p className="wrap-anywhere">
        {name}{' '}
        <span className="text-xs text-faint">
          {'added '}
          <RelativeTime atMs={createdAtMs} />
          {lastUsedAtMs !== undefined && (
            <>
              {' · last used '}
              <RelativeTime atMs={lastUsedAtMs} />
            </>
          )}
        </span>
      </p>
      <Disclosure summary={<span className="text-sm">Remove</span>} open={isOpen}>
        <remove.Form fixed={fixed} className="grid max-w-sm gap-3 py-2">
          <remove.Field
            name="code"
            label="A code of the app, or a recovery code"
            autoComplete="one-time-code"
            required
          />
          <div>
            <Button aria-label={`Remove ${name}`}>Remove</Button>
          </div>
        </remove.Form>
      </Disclosure>
    </li>
  );
}

function AddPasskey({ newPasskey, asksPassword }: Props): ReactNode {
  const { errors } = add.useSent();
  const isKnown = usePasskeys();
  const field = useRef<HTMLInputElement>(null);
  if (!isKnown) {
    return (
      <p className="text-xs text-faint">
        {isKnown === undefined
          ? 'Adding one takes JavaScript.'
          : 'This browser does not know passkeys well enough to add one.'}
      </p>
    );
  }
  const create = (): void => {
    if (!field.current?.form?.reportValidity()) return;
    createPasskey(newPasskey).then(
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
    <add.Form className="grid max-w-sm gap-3">
      <input ref={field} type="hidden" name="credential" />
      <add.Field
        name="name"
        label="Name of the passkey"
        placeholder="Telephone, security key"
        maxLength={50}
        autoComplete="off"
      />
      {asksPassword && (
        <add.Field
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
      <FieldErrors id="add-passkey-errors" errors={errors.credential} isAlert />
      <div>
        <Button type="button" onClick={create}>
          Add a passkey
        </Button>
      </div>
    </add.Form>
  );
}
