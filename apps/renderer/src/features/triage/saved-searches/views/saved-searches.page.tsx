import { Link, useSubmission } from '#client-runtime';
import { searchLimits, to } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SearchedSelect } from '../../../../ui/forms/searched-select.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Section } from '../../../../ui/section.tsx';
import type {
  RenameAction,
  SaveAction,
  SavedRow,
  SavedSearchesProps,
} from '../saved-searches.dto.ts';

export function Page(props: SavedSearchesProps): ReactNode {
  const { searches } = props;
  return (
    <>
      <h1 className="page-title">Saved searches</h1>
      <p className="max-w-prose pb-3 text-sm text-quiet">
        The list of issues has them beside its field. Its address without parameters opens the one
        that you choose, or else that of your only project.{' '}
        <Link href={to('/issues')}>Back to the list</Link>
      </p>
      <Section id="save" title="Save a search">
        <SaveForm {...props} />
      </Section>
      <Searches title="Your own" id="own" searches={searches.filter(({ isOwn }) => isOwn)} />
      <Searches title="Of projects" id="shared" searches={searches.filter(({ isOwn }) => !isOwn)} />
    </>
  );
}

function SaveForm({ offered, sorts, projects, sharable }: SavedSearchesProps): ReactNode {
  const { errors, fields } = useSubmission<SaveAction>('save');
  return (
    <NotedForm action="save" className="grid max-w-md gap-3">
      <TextField
        name="name"
        label="Name"
        required
        maxLength={searchLimits.savedNameCharacters}
        autoComplete="off"
        defaultValue={fields.name ?? ''}
        errors={errors.name}
      />
      <TextField
        name="query"
        type="search"
        label="Search"
        autoComplete="off"
        spellCheck={false}
        defaultValue={fields.query ?? offered.query}
        errors={errors.query}
      />
      <SelectField
        name="sort"
        label="Sorted by"
        options={sorts}
        defaultValue={fields.sort ?? offered.sort}
        errors={errors.sort}
      />
      <SearchedSelect
        name="project"
        label="In"
        none="All projects"
        choices={projects}
        offers="project"
        defaultValue={String(fields.project ?? offered.project)}
        errors={errors.project}
      />
      {sharable.values.length > 0 && (
        <SearchedSelect
          name="whose"
          label="For everybody in"
          hint="A search for everybody searches only the issues of its project."
          none="Only me"
          choices={sharable}
          offers="project"
          defaultValue={String(fields.whose ?? '')}
          errors={errors.whose}
        />
      )}
      <OpensFirst isChecked={fields.isDefault === 'yes'} />
      <FieldErrors id="save-errors" errors={errors[''] ?? []} />
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </NotedForm>
  );
}

function OpensFirst({ isChecked }: { readonly isChecked: boolean }): ReactNode {
  return (
    <label className="flex items-center gap-2 pointer-coarse:min-h-11">
      <input type="checkbox" name="isDefault" value="yes" defaultChecked={isChecked} />
      The list opens with it
    </label>
  );
}

function Searches({
  id,
  title,
  searches,
}: {
  readonly id: string;
  readonly title: string;
  readonly searches: readonly SavedRow[];
}): ReactNode {
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

function Search({ id, name, query, href, project, isDefault, canChange }: SavedRow): ReactNode {
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
      {canChange && <Changes id={id} name={name} isDefault={isDefault} />}
    </div>
  );
}

function Changes({ id, name, isDefault }: Pick<SavedRow, 'id' | 'name' | 'isDefault'>): ReactNode {
  const { errors, fields } = useSubmission<RenameAction>('rename');
  const isThis = String(fields.search) === String(id);
  return (
    <>
      <NotedForm action="set-default">
        <input type="hidden" name="search" value={id} />
        <input type="hidden" name="isDefault" value={isDefault ? 'no' : 'yes'} />
        <Button aria-label={isDefault ? `Do not open with ${name}` : `Open with ${name}`}>
          {isDefault ? 'Do not open with it' : 'Open with it'}
        </Button>
      </NotedForm>
      <details className="min-w-0" open={(isThis && (errors.name ?? []).length > 0) || undefined}>
        <summary className="button" aria-label={`Rename ${name}`}>
          Rename
        </summary>
        <NotedForm action="rename" className="flex items-end gap-2 py-1">
          <input type="hidden" name="search" value={id} />
          <TextField
            name="name"
            label="New name"
            required
            maxLength={searchLimits.savedNameCharacters}
            autoComplete="off"
            defaultValue={isThis ? String(fields.name) : name}
            errors={isThis ? errors.name : []}
          />
          <Button>Save</Button>
        </NotedForm>
        <FieldErrors id={`rename-${id}`} errors={isThis ? (errors[''] ?? []) : []} />
      </details>
      <NotedForm action="remove" saysErrors>
        <input type="hidden" name="search" value={id} />
        <Button aria-label={`Remove ${name}`}>Remove</Button>
      </NotedForm>
    </>
  );
}
