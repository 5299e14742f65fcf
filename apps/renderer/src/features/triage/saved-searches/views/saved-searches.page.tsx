import { Link } from '#client-runtime';
import { searchLimits, to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { formOf } from '../../../../ui/forms/form-of.tsx';
import { Section } from '../../../../ui/section.tsx';
import type {
  RemoveAction,
  RenameAction,
  SaveAction,
  SavedSearchesController,
  SetDefaultAction,
} from '../saved-searches.controller.ts';

type Props = PropsOf<SavedSearchesController['show']>;
type Row = Props['searches'][number];

const save = formOf<SaveAction>('save');
const rename = formOf<RenameAction>('rename');
const setDefault = formOf<SetDefaultAction>('set-default');
const remove = formOf<RemoveAction>('remove');

const NAME = { required: true, maxLength: searchLimits.savedNameCharacters, autoComplete: 'off' };

export function Page({ searches, ...props }: Props): ReactNode {
  return (
    <>
      <h1 className="page-title">Saved searches</h1>
      <p className="max-w-prose pb-3 text-sm text-quiet">
        The list of issues has them beside its field. Its address without parameters opens the one
        that you choose, or else that of your only project.{' '}
        <Link href={to('/issues')}>Back to the list</Link>
      </p>
      <GoneSearch searches={searches} />
      <Section id="save" title="Save a search">
        <SaveForm {...props} />
      </Section>
      <Searches title="Your own" id="own" searches={searches.filter(({ isOwn }) => isOwn)} />
      <Searches title="Of projects" id="shared" searches={searches.filter(({ isOwn }) => !isOwn)} />
    </>
  );
}

/** Without scripts, the page that answers a form of a search that is gone has no such form. */
function GoneSearch({ searches }: Pick<Props, 'searches'>): ReactNode {
  const kept = searches.filter(({ canChange }) => canChange).map(({ id }) => String(id));
  const errors = [rename.useSent(), setDefault.useSent(), remove.useSent()].flatMap(
    ({ fields, errors: all }) =>
      kept.includes(String(fields.search)) ? [] : [all[''] ?? [], all.search ?? []].flat(),
  );
  return <FieldErrors id="gone" errors={errors} />;
}

function SaveForm({ offered, sorts, projects, sharable }: Omit<Props, 'searches'>): ReactNode {
  const { Form, Field, Select, Choice, Box } = save;
  return (
    <Form offered={offered} className="grid max-w-md gap-3">
      <Field name="name" label="Name" {...NAME} />
      <Field name="query" label="Search" type="search" autoComplete="off" spellCheck={false} />
      <Select name="sort" label="Sorted by" options={sorts} />
      <Choice name="project" label="In" none="All projects" choices={projects} offers="project" />
      {sharable.values.length > 0 && (
        <Choice
          name="whose"
          label="For everybody in"
          hint="A search for everybody searches only the issues of its project."
          none="Only me"
          choices={sharable}
          offers="project"
        />
      )}
      <Box name="isDefault" value="yes" label="The list opens with it" />
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </Form>
  );
}

interface SearchesProps extends Pick<Props, 'searches'> {
  readonly id: string;
  readonly title: string;
}

function Searches({ id, title, searches }: SearchesProps): ReactNode {
  if (searches.length === 0) return null;
  return (
    <Section id={id} title={title}>
      <ul>
        {searches.map((search) => (
          <li key={search.id} className="border-t border-rule py-1.5 first:border-t-0">
            <Search {...search} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Search(row: Row): ReactNode {
  const { name, query, href, project, isDefault, canChange } = row;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <Link href={href} className="inline-flex items-center pointer-coarse:min-h-11">
          {name}
        </Link>
        {project !== undefined && <span className="ml-2 text-xs text-faint">in {project}</span>}
        {isDefault && <span className="ml-2 text-xs text-faint">opens first</span>}
        <span className="block font-mono text-sm text-quiet">{query || 'everything'}</span>
      </p>
      {canChange && <Changes {...row} />}
    </div>
  );
}

function Changes({ id, name, isDefault }: Row): ReactNode {
  const search = String(id);
  const { errors } = rename.useSent({ search });
  const opens = isDefault ? 'Do not open' : 'Open';
  return (
    <>
      <setDefault.Form fixed={{ search, isDefault: isDefault ? 'no' : 'yes' }}>
        <Button aria-label={`${opens} with ${name}`}>{opens} with it</Button>
      </setDefault.Form>
      <details className="min-w-0" open={(errors.name ?? []).length > 0 || undefined}>
        <summary className="button" aria-label={`Rename ${name}`}>
          Rename
        </summary>
        <rename.Form fixed={{ search }} offered={{ name }} className="flex items-end gap-2 py-1">
          <rename.Field name="name" label="New name" {...NAME} />
          <Button>Save</Button>
        </rename.Form>
      </details>
      <remove.Form fixed={{ search }}>
        <Button aria-label={`Remove ${name}`}>Remove</Button>
      </remove.Form>
    </>
  );
}
