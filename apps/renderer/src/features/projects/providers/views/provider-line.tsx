import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { ProviderRow, ProvidersProps, TryAction } from '../providers.dto.ts';
import { GroupTable } from './group-table.tsx';
import { change, ProviderFields } from './provider-fields.tsx';
import { RedirectAddress } from './redirect-address.tsx';

interface ProviderLineProps {
  readonly provider: ProviderRow;
  readonly projects: ProvidersProps['projects'];
}

export function ProviderLine({ provider, projects }: ProviderLineProps): ReactNode {
  const { key, name, issuer, isFixed, hasNoSecret } = provider;
  return (
    <li className="grid gap-2 border-t border-rule py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
          <b className="font-semibold">{name}</b>{' '}
          <span className="text-xs text-faint">
            {isFixed ? `${issuer}, set by the environment` : issuer}
          </span>
        </p>
        <NotedForm action="try">
          <input type="hidden" name="provider" value={key} />
          <Button aria-label={`Try it: ${name}`}>Try it</Button>
        </NotedForm>
      </div>
      <RedirectAddress address={provider.redirectUri} of={name} />
      {hasNoSecret && (
        <p className="text-sm text-accent">
          Its secret was encrypted with another ERRATA_SECRET. Enter it anew.
        </p>
      )}
      <TrialSteps provider={provider} />
      <Disclosure summary={<span className="text-sm">Groups and roles</span>}>
        <GroupTable provider={provider} projects={projects} />
      </Disclosure>
      {!isFixed && <ChangeProvider provider={provider} />}
    </li>
  );
}

function TrialSteps({
  provider: { key, name, linkHref },
}: Pick<ProviderLineProps, 'provider'>): ReactNode {
  const { result } = useSubmission<TryAction>('try');
  if (result?.provider !== key) return null;
  const isRight = result.steps.every((step) => step.isRight || step.isAdvice);
  return (
    <div role="status" className="border-l-2 border-ink bg-raised px-3 py-2 text-sm">
      <ul className="grid gap-1">
        {result.steps.map((step) => (
          <li key={step.name} className={step.isRight ? '' : 'text-accent'}>
            {`${step.isRight ? '✓' : '✗'} ${step.name}: ${step.detail}`}
          </li>
        ))}
      </ul>
      {isRight && (
        <p className="pt-1">
          <Link href={linkHref} prefetch="none">
            {`Link your own account with ${name}`}
          </Link>
          {', which tries the rest.'}
        </p>
      )}
    </div>
  );
}

function ChangeProvider({ provider }: Pick<ProviderLineProps, 'provider'>): ReactNode {
  const { key, name, issuer, clientId, groupsClaim } = provider;
  const fixed = { provider: key };
  const isWrong = Object.keys(change.useSent(fixed).errors).length > 0;
  const offered = {
    name,
    issuer,
    clientId,
    groupsClaim,
    domains: provider.domains.join(', '),
    sessionDays: String(provider.sessionDays),
    trustsAddresses: provider.trustsAddresses ? 'on' : '',
  };
  return (
    <Disclosure summary={<span className="text-sm">Change</span>} open={isWrong}>
      <change.Form
        as={SavedForm}
        fixed={fixed}
        offered={offered}
        className="grid max-w-lg gap-3 py-2"
      >
        <ProviderFields isChange />
        <div>
          <Button isPrimary>Save</Button>
        </div>
      </change.Form>
      <div className="flex border-t border-rule py-3">
        <Confirm
          label="Remove…"
          of={name}
          question={`Remove ${name}, with the roles of its groups? Whoever has no password cannot sign in any more.`}
        >
          <NotedForm action="remove" saysErrors>
            <input type="hidden" name="provider" value={key} />
            <Button>Remove</Button>
          </NotedForm>
        </Confirm>
      </div>
    </Disclosure>
  );
}
