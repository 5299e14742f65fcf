import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { ProviderSettingsController } from '../settings/provider-settings.controller.ts';
import type { PasswordsAction } from '../providers.dto.ts';
import { add, ProviderFields } from './provider-fields.tsx';
import { ProviderLine } from './provider-line.tsx';
import { RedirectAddress } from './redirect-address.tsx';

type Props = PropsOf<ProviderSettingsController['show']>;

export function Page(props: Props): ReactNode {
  const { providers, projects } = props;
  return (
    <>
      <h1 className="page-title">Sign-in providers</h1>
      <ul>
        {providers.map((provider) => (
          <ProviderLine key={provider.key} provider={provider} projects={projects} />
        ))}
      </ul>
      {(providers.length > 0 || props.arePasswordsOff) && (
        <Section id="passwords" title="Passwords">
          <PasswordsForm key={String(props.arePasswordsOff)} {...props} />
        </Section>
      )}
      <Section id="add" title={providers.length > 0 ? 'Add another provider' : 'Add a provider'}>
        <p className="max-w-prose pb-3 text-sm text-quiet">
          Register Errata there first, with the redirect address below. Each provider has its own.
        </p>
        <AddForm key={providers.length} {...props} />
      </Section>
    </>
  );
}

function AddForm({ nextSlug, callback }: Pick<Props, 'nextSlug' | 'callback'>): ReactNode {
  const first = String(add.useSent().fields.slug ?? nextSlug);
  const [slug, setSlug] = useState(first);
  const offered = { slug: nextSlug, sessionDays: '30', groupsClaim: 'groups' };
  return (
    <add.Form as={SavedForm} offered={offered} className="grid max-w-lg gap-3">
      <add.Field
        name="slug"
        label="Name in addresses"
        hint="The last part of the redirect address. It cannot be changed later."
        required
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onInput={({ currentTarget }) => setSlug(currentTarget.value)}
      />
      <RedirectAddress address={`${callback}/${slug}`} />
      <ProviderFields />
      <div>
        <Button isPrimary>Add</Button>
      </div>
    </add.Form>
  );
}

function PasswordsForm({
  arePasswordsOff,
  firstOwner,
}: Pick<Props, 'arePasswordsOff' | 'firstOwner'>): ReactNode {
  const { errors } = useSubmission<PasswordsAction>('passwords');
  return (
    <SavedForm action="passwords" className="grid max-w-lg gap-3">
      <label className="flex items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name="passwords"
          value="on"
          defaultChecked={!arePasswordsOff}
          className="size-4"
        />
        People may sign in with passwords
      </label>
      <p className="text-sm text-quiet">
        {errors.passwords?.[0] ??
          `Without them, only ${firstOwner} may, the first owner, in an emergency.`}
      </p>
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </SavedForm>
  );
}
