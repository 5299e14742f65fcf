import { Link, useSubmission } from '#client-runtime';
import { erasureLimits } from '#shared';
import type { Address, PersonKind } from '#shared';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type {
  EraseAction,
  PersonDataProps,
  PersonSearch,
  SearchAction,
} from '../person-data.dto.ts';

const KINDS: readonly (readonly [PersonKind, string])[] = [
  ['email', 'Mail address'],
  ['id', 'User id or login'],
  ['address', 'Network address'],
];

export function Page({ project, href, searches }: PersonDataProps): ReactNode {
  const where = project === undefined ? 'in all projects' : `in ${project}`;
  const {
    errors: { word: _, ...ofErasure },
  } = useSubmission<EraseAction>('erase');
  const { errors: ofForgetting } = useSubmission('forget');
  const errors = [ofErasure, ofForgetting].flatMap((each) => Object.values(each).flat());
  return (
    <>
      <h1 className="page-title">{project === undefined ? 'Erase a person' : 'Erasure'}</h1>
      <p className="max-w-prose pb-4 text-sm text-quiet">
        Find what is stored {where} about a user of the application, to export or erase it. A search
        reads every event, which takes about a minute for 100,000.
      </p>
      <Section id="find" title="Find a person">
        <SearchForm />
      </Section>
      <Section id="searches" title="Searches">
        <FieldErrors id="searches-errors" errors={errors} />
        <Searches href={href} searches={searches} />
      </Section>
      <Section id="about" title="What erasing does">
        <About />
      </Section>
    </>
  );
}

function SearchForm(): ReactNode {
  const { errors, fields } = useSubmission<SearchAction>('search');
  return (
    <NotedForm action="search" className="grid max-w-sm gap-3">
      <SelectField
        name="kind"
        label="Known by"
        options={KINDS}
        defaultValue={fields.kind ?? 'email'}
        errors={errors.kind}
      />
      <TextField
        name="name"
        label="Whom to find"
        required
        maxLength={erasureLimits.nameLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={fields.name ?? ''}
        errors={errors.name}
      />
      <div>
        <Button isPrimary>Find</Button>
      </div>
    </NotedForm>
  );
}

function Searches({ href, searches }: Pick<PersonDataProps, 'href' | 'searches'>): ReactNode {
  if (searches.length === 0) return <p className="text-quiet">There are none.</p>;
  const isAtWork = searches.some(({ state }) => state === 'searching' || state === 'erasing');
  return (
    <>
      {isAtWork && (
        <p className="pb-2 text-sm">
          <Link href={href}>Look how far it is</Link>
        </p>
      )}
      <ul>
        {searches.map((search) => (
          <li key={search.id} className="border-t border-rule py-3 first:border-t-0">
            <Search href={href} search={search} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface SearchProps {
  readonly href: Address;
  readonly search: PersonSearch;
}

function Search({ href, search }: SearchProps): ReactNode {
  const { id, name, others, receipt, state, askedAtMs } = search;
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere">
        {name ?? <span className="text-quiet">Forgotten</span>}
        <span className="ml-2 text-xs text-faint">
          <Moment atMs={askedAtMs} />
          {`, receipt ${receipt}`}
        </span>
      </p>
      <p className="max-w-prose text-sm text-quiet">{describe(search)}</p>
      {others.length > 0 && (
        <p className="max-w-prose wrap-anywhere text-sm text-quiet">
          {`Events of theirs also say ${others.join(', ')}. Logs of their user are found by these names, too.`}
        </p>
      )}
      <SharedAddress search={search} />
      {state === 'found' && (
        <p className="text-sm">
          {/* The link leads to a file, so the router must not prefetch it as a page. */}
          <Link href={`${href}/${id}/export` as Address} prefetch="none" download>
            Export as JSON
          </Link>
        </p>
      )}
      <Actions search={search} />
    </div>
  );
}

/**
 * Shows the shortened form of the searched address, and offers to search for it. Many people share
 * a shortened address, and a search for the full address finds nothing that is stored under the
 * shortened one.
 */
function SharedAddress({ search }: Pick<SearchProps, 'search'>): ReactNode {
  const { shortened, state } = search;
  if (shortened === undefined || state === 'searching' || state === 'erasing') return null;
  return (
    <div className="grid gap-1">
      <p className="max-w-prose text-sm text-quiet">
        {`Where addresses are stored shortened, ${shortened} stands for this address and all that begin alike. Their data cannot be told apart, so this result does not include it.`}
      </p>
      <NotedForm action="search">
        <input type="hidden" name="kind" value="address" />
        <input type="hidden" name="name" value={shortened} />
        <Button>{`Find all of ${shortened}`}</Button>
      </NotedForm>
    </div>
  );
}

function Actions({
  search: { id, name, state, isShared, counts },
}: Pick<SearchProps, 'search'>): ReactNode {
  const { errors: ofErasure } = useSubmission<EraseAction>('erase');
  if (state !== 'found' && state !== 'searching') return null;
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      {state === 'found' && (
        <Confirm
          label="Erase…"
          question={`Erase ${name ?? 'this person'} from ${listFound(counts)}? ${describeLoss(counts)}${isShared ? 'This shortened address stands for all that begin alike: you erase everybody behind them. ' : ''}You cannot stop or undo this.`}
        >
          <NotedForm action="erase">
            <input type="hidden" name="search" value={id} />
            <div className="grid gap-2 pb-2">
              <TextField
                name="word"
                label="Type erase to go on"
                required
                pattern="erase"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                errors={ofErasure.word}
              />
            </div>
            <Button>Erase</Button>
          </NotedForm>
        </Confirm>
      )}
      <NotedForm action="forget">
        <input type="hidden" name="search" value={id} />
        <Button>Forget the search</Button>
      </NotedForm>
    </div>
  );
}

function describe({ state, counts, total }: PersonSearch): string {
  const looked = `${formatExactCount(Math.min(counts.looked, total))} of ${formatExactCount(total)} events looked at`;
  const found = listFound(counts);
  if (state === 'searching') return `Searching: ${looked}. Found so far: ${found}.`;
  if (state === 'erasing') return `Erasing: ${looked}. Erased so far: ${found}.`;
  if (state === 'found') return `Found: ${found}.`;
  return state === 'erased' ? `Erased: ${found}.` : 'Nothing was erased.';
}

/**
 * Deleted payloads concern everybody who reads these events, so the question names their number.
 * Some of these events may have lost their payload before.
 */
function describeLoss({ events, mentions }: PersonSearch['counts']): string {
  const going = count(events + mentions, 'event', 'events');
  return going === undefined ? '' : `Errata deletes what up to ${going} said. `;
}

function listFound(counts: PersonSearch['counts']): string {
  const { events, mentions, feedback, files, titles, failedReports, tags, alerts, logs } = counts;
  const parts = [
    count(events, 'event of theirs', 'events of theirs'),
    count(mentions, 'other event that names them', 'other events that name them'),
    count(feedback, 'feedback', 'feedback'),
    count(files, 'file', 'files'),
    count(titles, 'title', 'titles'),
    count(failedReports, 'failed report', 'failed reports'),
    count(tags, 'value of a tag', 'values of tags'),
    count(alerts, 'alert', 'alerts'),
    count(logs, 'log', 'logs'),
    count(counts.span_names, 'name of a request', 'names of requests'),
    count(counts.saved_searches, 'saved search', 'saved searches'),
    count(counts.alert_rules, 'alert rule', 'alert rules'),
    count(counts.bulk_changes, 'change of many issues', 'changes of many issues'),
    count(counts.audit_log, 'line of the audit log', 'lines of the audit log'),
    count(counts.told_commits, 'commit', 'commits'),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function count(number: number, one: string, several: string): string | undefined {
  return number === 0 ? undefined : `${formatExactCount(number)} ${number === 1 ? one : several}`;
}

const ABOUT: readonly string[] = [
  'Errata deletes what events said in which it finds the person: their own events, and those of others that name them anywhere. The pages of these events say that they were erased.',
  'In logs of the person, Errata replaces all their names, too. It knows these logs by the name that you searched for, and by the id, login, mail address or name that the person’s events have.',
  'In other logs, issue titles, waiting alerts and the alert log, Errata replaces the name that you searched for by [Erased].',
  'Errata removes the person’s feedback, and replaces their name in other feedback. Errata cannot look into files, so it removes the files of all these events, files whose name has the searched name, and failed reports that name the person.',
  'In saved searches, conditions of alerts, the audit log, changes of many issues and commits of releases, Errata writes Erased in place of the name that you searched for. Such a search or alert then finds nothing of the person. When you erase in one project, commits that other projects share leave this one, and stay as they are for the others.',
  'At the end, Errata empties the answers to forms that it keeps for a day.',
  'Issues, their counts, history and grouping stay. Errata finds an id, login or name of fewer than 6 characters only where it is a whole value.',
  'Errata shortens network addresses before it stores them, unless a project keeps them. A shortened address belongs to many people, and can be erased only for all of them.',
  'Errata does not erase members’ comments and accounts, invitations, channels, filters and other settings of projects, names of releases, environments, monitors and tags, deploys, refs and changed paths on the pages of releases, delivered alerts, backups or log files of your servers: check those yourself. Reports that wait for processing, and reports to come, keep the data, too.',
  'An erasure in one project leaves what belongs to no project: saved searches over all projects, and lines of the audit log about the organisation.',
  'If a person has several names, search for each of them. Errata keeps the searched name encrypted, and forgets it when the search ends or after a day.',
];

function About(): ReactNode {
  return (
    <ul className="grid max-w-prose list-disc gap-1 pl-5 text-sm text-quiet">
      {ABOUT.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
