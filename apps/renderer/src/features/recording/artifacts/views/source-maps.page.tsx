import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { formatBytes, to } from '#shared';
import type { PropsOf } from '#shared';
import { Section } from '../../../../ui/section.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { SourceMapsController } from '../source-maps.controller.ts';
import type { CountedShownMiss } from '../source-maps.dto.ts';
import { ShellCommand } from '../../../../ui/shell-command.tsx';

type Props = PropsOf<SourceMapsController['show']>;

export function Page(props: Props): ReactNode {
  const { nowMs, slug, address, organisation, misses, bundles, older, canRemove, canSeek } = props;
  const { errors } = useSubmission('remove-bundle');
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Source maps</h1>
      <Section id="misses" title="Files without a map, in the last day">
        {misses.length === 0 ? (
          <p className="text-quiet">
            {bundles.length === 0
              ? 'None are looked for before the first upload.'
              : 'None since the first upload. The page of an issue says why older events have no maps.'}
          </p>
        ) : (
          <ul className="grid gap-4">
            {misses.map((miss) => (
              <Miss key={`${miss.url} ${miss.sentence}`} miss={miss} />
            ))}
          </ul>
        )}
        {bundles.length > 0 && <Again bundles={bundles} canSeek={canSeek} />}
      </Section>
      <Section id="uploads" title="Uploads">
        <FieldErrors id="remove-errors" errors={Object.values(errors).flat()} />
        {bundles.length === 0 && (
          <HowTo slug={slug} address={address} organisation={organisation} />
        )}
        <ul className="grid max-w-3xl">
          {bundles.map((bundle) => (
            <Bundle key={bundle.id} bundle={bundle} canRemove={canRemove} />
          ))}
        </ul>
        {older !== undefined && (
          <p className="pt-2">
            <Link href={older}>Older uploads</Link>
          </p>
        )}
      </Section>
    </NowProvider>
  );
}

function Again({ bundles, canSeek }: Pick<Props, 'bundles' | 'canSeek'>): ReactNode {
  if (bundles.some(({ isSought }) => isSought)) {
    return (
      <p className="pt-3 text-sm text-quiet">
        Errata looks through the events of the last week for those that came before their maps.
      </p>
    );
  }
  return canSeek ? (
    <NotedForm action="process-again" className="flex items-center gap-3 pt-3">
      <Button>Process again</Button>
      <p className="text-sm text-quiet">
        Looks for the original places of all events of the last week.
      </p>
    </NotedForm>
  ) : null;
}

function Miss({ miss }: { readonly miss: CountedShownMiss }): ReactNode {
  const { sentence, command, events, lastAtMs, href } = miss;
  return (
    <li className="min-w-0">
      <p className="max-w-prose wrap-anywhere">{sentence}</p>
      <p className="text-xs text-faint">
        {`${formatQuantity(events, 'event')}, the last `}
        {href === undefined ? (
          <RelativeTime atMs={lastAtMs} />
        ) : (
          <Link href={href}>
            <RelativeTime atMs={lastAtMs} />
          </Link>
        )}
      </p>
      {command !== undefined && <ShellCommand command={command} />}
    </li>
  );
}

const STATES: Readonly<Record<Props['bundles'][number]['state'], string>> = {
  created: 'waits to be read',
  assembling: 'is being read',
  ok: '',
  error: 'failed',
};

function Bundle({
  bundle,
  canRemove,
}: {
  readonly bundle: Props['bundles'][number];
  readonly canRemove: boolean;
}): ReactNode {
  const { id, release, dist, state, detail, bytes, files, createdAtMs } = bundle;
  const name = release === undefined ? 'By debug ids' : `Release ${release}`;
  const facts = [
    ...(dist === undefined ? [] : [`distribution ${dist}`]),
    ...(state === 'ok' ? [formatQuantity(files, 'file'), formatBytes(bytes)] : [STATES[state]]),
  ];
  return (
    <li className="flex items-center justify-between gap-4 border-t border-rule py-2 first:border-t-0">
      <p className="min-w-0">
        <span className="block wrap-anywhere">{name}</span>
        <span className="block text-xs text-faint">
          {`${facts.join(' · ')} · `}
          <RelativeTime atMs={createdAtMs} />
        </span>
        {detail !== undefined && <span className="block text-sm text-accent">{detail}</span>}
      </p>
      {canRemove && (
        <Confirm
          label="Remove"
          of={`${name}, ${facts.join(', ')}`}
          question="Remove this upload? New events cannot use its maps."
        >
          <NotedForm action="remove-bundle">
            <input type="hidden" name="bundle" value={id} />
            <Button>Remove</Button>
          </NotedForm>
        </Confirm>
      )}
    </li>
  );
}

function HowTo({
  slug,
  address,
  organisation,
}: Pick<Props, 'slug' | 'address' | 'organisation'>): ReactNode {
  const lines = [
    `export SENTRY_URL=${address} SENTRY_ORG=${organisation} SENTRY_PROJECT=${slug}`,
    'export SENTRY_AUTH_TOKEN=<a token with the scope org:ci>',
    'npx @sentry/cli sourcemaps inject dist && npx @sentry/cli sourcemaps upload dist',
  ];
  return (
    <div className="max-w-prose">
      <p>
        Nothing was uploaded yet. Build with source maps into <code translate="no">dist</code>, then
        run these lines. Plugins of bundlers read the same variables.{' '}
        <Link href={to('/settings/tokens')}>Make a token</Link>.
      </p>
      <ShellCommand command={lines.join('\n')} />
      <p className="pb-2">
        Then deploy the files in <code translate="no">dist</code>: they name their maps from now on.
      </p>
      <p className="text-sm text-quiet">
        Errata reads maps of JavaScript. It does not read native symbols, ProGuard or Hermes.
      </p>
    </div>
  );
}
