import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Live } from '../../../../ui/live.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import { ColouredCode } from '../../../recording/code-colours/views/index.ts';
import type { GettingStartedController } from '../getting-started.controller.ts';
import type {
  ChosenPlatform,
  ColouredSnippet,
  MailState,
  NamedLink,
} from '../getting-started.dto.ts';
import { Arrival } from './arrival.tsx';

type Props = PropsOf<GettingStartedController['show']>;

const linkClass = 'inline-flex items-center pointer-coarse:min-h-11';

const GRID = {
  list: 'grid grid-cols-2 gap-1 sm:grid-cols-4',
  link: 'flex min-h-8 items-center border border-edge px-2 py-0.5 no-underline hover:border-ink hover:bg-raised aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper pointer-coarse:min-h-11',
};

const TABS = {
  list: 'flex flex-wrap gap-x-5',
  link: 'flex min-h-8 items-center text-quiet no-underline hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline aria-[current]:underline-offset-8 pointer-coarse:min-h-11',
};

export function Page(props: Props): ReactNode {
  const { slug, name, dsn, platforms, chosen, arrived, here, offers, mail } = props;
  return (
    // The scroll margin keeps a focused element above the sticky line at the bottom.
    <div className="max-w-3xl **:scroll-mb-20">
      <Live everyMs={1000} />
      <h1 className="pt-2.75 pb-1 text-xl wrap-anywhere">{`Set up ${name}`}</h1>
      <About {...props} />
      {dsn === undefined ? (
        <p className="py-3">
          No key of the project is enabled, so no application can report.{' '}
          <Link href={to('/settings/projects/:slug/keys', { slug })} className={linkClass}>
            Enable a key
          </Link>
        </p>
      ) : (
        <>
          <Dsn slug={slug} dsn={dsn} />
          <Section id="platform" title="1. Choose your platform">
            <Choices label="Platform" choices={platforms} looks={GRID} />
          </Section>
          {chosen && <Steps chosen={chosen} />}
          <Section
            id="test"
            title={chosen ? '5. Or send a test error from here' : 'Or try it first'}
          >
            <TestError offers={offers} />
          </Section>
          {mail && <Mail mail={mail} number={chosen ? '6. ' : ''} />}
        </>
      )}
      <Arrival arrived={arrived} refused={props.refused} here={here} />
    </div>
  );
}

function About({ slug, kind }: Pick<Props, 'slug' | 'kind'>): ReactNode {
  if (kind === 'own') {
    return (
      <p className="text-quiet">
        Errata reports its own errors into this project. An application of yours belongs into
        another.
      </p>
    );
  }
  if (kind !== 'first') return null;
  return (
    <p className="text-quiet">
      Errata made the project <i>{slug}</i> at its first start; you can{' '}
      <Link href={to('/settings/projects/:slug', { slug })}>rename it</Link>. Its own errors go to
      the project <i>errata</i>.
    </p>
  );
}

function Dsn({ slug, dsn }: { readonly slug: string; readonly dsn: string }): ReactNode {
  return (
    <>
      <p className="mt-3 flex items-center justify-between gap-2 bg-raised pl-3">
        <code translate="no" className="min-w-0 py-1.5 font-mono text-sm wrap-anywhere">
          {dsn}
        </code>
        <CopyButton text={dsn} label="DSN" />
      </p>
      <p className="pt-1 pb-5 text-sm text-quiet">
        This is the DSN: the address that an SDK sends errors to, with a key that may report into
        this project and read nothing. Keys are made and disabled in the{' '}
        <Link href={to('/settings/projects/:slug/keys', { slug })}>settings of the project</Link>.
      </p>
    </>
  );
}

function Choices({
  label,
  choices,
  looks,
}: {
  readonly label: string;
  readonly choices: readonly NamedLink[];
  readonly looks: typeof GRID;
}): ReactNode {
  return (
    <nav aria-label={label}>
      <ul className={looks.list}>
        {choices.map(({ name, href, isChosen }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch="intent"
              aria-current={isChosen ? 'true' : undefined}
              className={looks.link}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Steps({ chosen }: { readonly chosen: ChosenPlatform }): ReactNode {
  const { name, source, checked, install, configure, verify, note, ways, host, ownTunnel } = chosen;
  return (
    <>
      <Section id="install" title="2. Install the SDK" note={`for ${name}`}>
        <Coloured {...install} />
      </Section>
      <Section id="configure" title="3. Tell it where to report">
        {ways && <Choices label="Way of the reports" choices={ways} looks={TABS} />}
        {configure.map((snippet) => (
          <Coloured key={snippet.file} {...snippet} />
        ))}
        {host && (
          <>
            <p className="pt-2 text-sm text-quiet">
              Ad blockers leave requests to your own host alone. It passes{' '}
              <code translate="no" className="font-mono text-xs">
                /monitoring
              </code>{' '}
              on to Errata:
            </p>
            <Coloured {...host} />
            <p className="text-sm text-quiet">
              Pages on the host of Errata itself need no such lines, and the tunnel{' '}
              <code translate="no" className="font-mono text-xs">
                {ownTunnel}
              </code>
              .
            </p>
          </>
        )}
        {note !== undefined && <p className="pt-1 text-sm text-quiet">{note}</p>}
        <p className="pt-1 text-sm text-quiet">
          The faint parts are yours to fill in, such as the release: its version, or the commit that
          you deploy. Errata then tells which release brought an error, and whether a release is
          worse than the one before.{' '}
          <Link href={to('/logs')} className={linkClass}>
            Logs
          </Link>{' '}
          that the SDK sends stand beside the errors.
        </p>
        <p className="pt-1 text-xs text-faint">
          Checked on {checked} against{' '}
          <a href={source} target="_blank" rel="noreferrer" className={linkClass}>
            the documentation of the SDK
          </a>
        </p>
      </Section>
      <Section id="verify" title="4. Cause a first error">
        <Coloured {...verify} />
      </Section>
    </>
  );
}

function Coloured({ file, code, colours }: ColouredSnippet): ReactNode {
  return (
    <SnippetBlock file={file} code={code}>
      <ColouredCode text={code} colours={colours} />
    </SnippetBlock>
  );
}

const SMTP_LINE = 'SMTP_URL=smtp://user:password@host:587';

function Mail({ mail, number }: { readonly mail: MailState; readonly number: string }): ReactNode {
  const { isSet, last } = mail;
  return (
    <Section id="mail" title={`${number}Get mail`}>
      {!isSet && (
        <>
          <p className="text-sm text-quiet">
            Errata sends no mail yet: no alerts, no invitations, no new passwords. Set SMTP_URL for
            both services, and restart.
          </p>
          <SnippetBlock
            file="-e of docker run, .env of Compose, or the environment of npm start"
            code={SMTP_LINE}
          />
        </>
      )}
      {isSet && last === undefined && (
        <p>SMTP_URL is set. The next invitation shows whether it works.</p>
      )}
      {last?.isSent === true && <p>SMTP_URL is set, and the last mail was sent.</p>}
      {last?.isSent === false && (
        <p className="wrap-anywhere">{`SMTP_URL is set, but the last mail was not sent. ${last.answer}`}</p>
      )}
    </Section>
  );
}

function TestError({ offers }: Pick<Props, 'offers'>): ReactNode {
  return (
    <NotedForm action="send-test-error" saysErrors className="grid gap-2">
      <p className="text-sm text-quiet">
        Errata sends a made-up error through the relay, as an application would. It becomes an issue
        with the tag <i>sample</i>, which you can delete.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button>Send a test error</Button>
        {offers.map(({ name, href }) => (
          <Link key={href} href={href} className={linkClass}>
            {name}
          </Link>
        ))}
      </div>
    </NotedForm>
  );
}
