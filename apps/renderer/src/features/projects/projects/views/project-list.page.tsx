import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { FindForm } from '../../../../ui/find-form.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { ProjectListController } from '../settings/project-list.controller.ts';

type Props = PropsOf<ProjectListController['list']>;

const PAGE_LINK = 'inline-flex items-center py-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11';

export function Page(props: Props): ReactNode {
  const { projects, find, isLong, before, after, mayCreate, isNew } = props;
  return (
    <>
      <div className="page-head">
        <h1 className="text-xl">Projects</h1>
        {mayCreate && (
          <Link
            href={to('/settings/projects', {}, { query: { new: '' } })}
            className="button no-underline"
          >
            New project
          </Link>
        )}
      </div>
      <p className="pb-2 text-sm">
        <Link
          href="/projects"
          prefetch="intent"
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          How all projects are doing
        </Link>
      </p>
      <FindForm
        action="/settings/projects"
        label="Find a project"
        find={find}
        isLong={isLong}
        isEmpty={projects.length === 0}
      />
      {projects.length === 0 && find === '' && (
        <p className="text-quiet">You are in no project yet. An owner can put you into one.</p>
      )}
      <ul className="pb-6">
        {projects.map((project) => (
          <ProjectLine key={project.slug} project={project} />
        ))}
      </ul>
      <p className="flex gap-4 pb-3 text-sm">
        {before && (
          <Link href={before} rel="prev" className={PAGE_LINK}>
            Previous
          </Link>
        )}
        {after && (
          <Link href={after} rel="next" className={PAGE_LINK}>
            Next
          </Link>
        )}
      </p>
      {mayCreate && (
        <Section id="new-project" title="New project">
          <NewProject key={String(isNew)} isNew={isNew} />
        </Section>
      )}
    </>
  );
}

function ProjectLine({ project }: { readonly project: Props['projects'][number] }): ReactNode {
  const { slug, name, role, settings, start } = project;
  return (
    <li className="flex items-center justify-between gap-x-4 border-t border-rule py-1.5 first:border-t-0">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        {settings === undefined ? (
          <span className="wrap-anywhere">{name}</span>
        ) : (
          <Link
            href={settings}
            prefetch="intent"
            className="inline-flex items-center wrap-anywhere pointer-coarse:min-h-11"
          >
            {name}
          </Link>
        )}
        {name !== slug && <span className="text-xs wrap-anywhere text-faint">{slug}</span>}
        {start !== undefined && (
          <Link
            href={start}
            prefetch="intent"
            aria-label={`Set up ${name}`}
            className="inline-flex items-center text-xs pointer-coarse:min-h-11"
          >
            Set up
          </Link>
        )}
      </p>
      <p className="text-sm text-quiet">{role}</p>
    </li>
  );
}

function NewProject({ isNew }: Pick<Props, 'isNew'>): ReactNode {
  const { errors, fields } = useSubmission('create');
  return (
    <NotedForm action="create" className="grid max-w-sm gap-3">
      <TextField
        name="name"
        label="Name"
        autoFocus={isNew}
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={String(fields['name'] ?? '')}
        errors={errors['name']}
      />
      <TextField
        name="slug"
        label="Slug"
        hint="Use small letters, digits and hyphens. The slug is part of addresses and issue ids, and cannot change. Leave it blank to derive it from the name."
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={String(fields['slug'] ?? '')}
        errors={errors['slug']}
      />
      <div>
        <Button isPrimary>Create project</Button>
      </div>
    </NotedForm>
  );
}
