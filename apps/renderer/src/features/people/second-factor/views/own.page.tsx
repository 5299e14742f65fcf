import { Form, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Section } from '../../../../ui/section.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { OwnSecondFactorController } from '../own-second-factor.controller.ts';
import type { AddPasskeyAction, FinishAppAction, MakeCodesAction } from '../second-factor.dto.ts';
import { OwnPasskeys } from './own-passkeys.tsx';
import { PendingAppForm } from './pending-app-form.tsx';

type Props = PropsOf<OwnSecondFactorController['show']>;

export function Page(props: Props): ReactNode {
  const { nowMs, appSinceMs, pending, passkeys } = props;
  const isOn = appSinceMs !== undefined || passkeys.length > 0;
  const ofNew = useSubmission<MakeCodesAction>('make-codes');
  const ofApp = useSubmission<FinishAppAction>('finish-app');
  const ofPasskey = useSubmission<AddPasskeyAction>('add-passkey');
  const made = ofNew.result ?? ofApp.result ?? ofPasskey.result;
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Second factor</h1>
      {made && made.codes.length > 0 && <RecoveryCodes codes={made.codes} />}
      {appSinceMs !== undefined && <App appSinceMs={appSinceMs} />}
      {appSinceMs === undefined && pending && <PendingAppForm {...props} pending={pending} />}
      {appSinceMs === undefined && !pending && <Begin {...props} />}
      <Section id="passkeys" title="Passkeys">
        <OwnPasskeys {...props} />
      </Section>
      {isOn && <Remaining {...props} />}
    </NowProvider>
  );
}

function Begin({ isRequired }: Props): ReactNode {
  return (
    <Form action="begin-app" className="grid max-w-prose gap-3 pb-6">
      <p className="text-quiet">
        An app on your telephone shows a new code each half minute. Errata asks for it after your
        password, so that the password alone lets nobody in.
        {isRequired && ' An owner of Errata requires it of everybody.'}
      </p>
      <div>
        <Button isPrimary>Set up an app</Button>
      </div>
    </Form>
  );
}

function App({ appSinceMs }: { readonly appSinceMs: number }): ReactNode {
  return (
    <Section id="app" title="App">
      <p className="max-w-prose text-quiet">
        It was set up <RelativeTime atMs={appSinceMs} />. Errata asks for its code after your
        password.
      </p>
    </Section>
  );
}

function Remaining({ recoveryCodes }: Props): ReactNode {
  return (
    <>
      <Section id="codes" title="Recovery codes" note={`${recoveryCodes} left`}>
        <p className="max-w-prose pb-2 text-sm text-quiet">
          Each of them works once in place of the app or a passkey. New ones make those of before
          worthless.
        </p>
        <CodeForm action="make-codes">Make new codes</CodeForm>
      </Section>
      <Section id="remove" title="Remove the second factor">
        <p className="max-w-prose pb-2 text-sm text-quiet">
          It removes the app and all passkeys. After that the password alone signs you in.
        </p>
        <CodeForm action="remove">Remove it</CodeForm>
      </Section>
    </>
  );
}

function CodeForm({
  action,
  children,
}: {
  readonly action: 'make-codes' | 'remove';
  readonly children: string;
}): ReactNode {
  const { errors } = useSubmission(action);
  return (
    <NotedForm action={action} className="grid max-w-sm gap-3">
      <FieldErrors id={`${action}-errors`} errors={errors['']} />
      <TextField
        name="code"
        label="A code of the app, or a recovery code"
        autoComplete="one-time-code"
        required
        errors={errors['code']}
      />
      <div>
        <Button>{children}</Button>
      </div>
    </NotedForm>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }): ReactNode {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="made"
      className="mb-6 grid gap-2 border-l-2 border-ink bg-raised px-3 py-2"
    >
      <h2 id="made" className="flex items-center gap-2 text-base">
        Recovery codes
        <CopyButton text={codes.join('\n')} label="codes" />
      </h2>
      <ul className="grid w-max grid-cols-1 gap-x-6 font-mono text-xs select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="text-xs text-faint">
        Errata shows them only now. Keep them where you keep passwords: each signs you in once when
        the telephone is not there.
      </p>
    </section>
  );
}
