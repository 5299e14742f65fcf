import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { formatUtc, toIsoTime } from '../../../../ui/time/format-time.ts';
import type { AuditLine, AuditProps } from '../audit.dto.ts';

export function Page(props: AuditProps): ReactNode {
  const { listed, lines, older } = props;
  const isFiltered = [listed.project, listed.by, listed.what].some(Boolean);
  return (
    <>
      <h1 className="pt-4 pb-1 text-xl">Audit log</h1>
      <p className="pb-3 text-xs text-faint">
        Changes of settings, keys, members and people: the latest first. Nobody can take an entry
        out.
      </p>
      <Filters {...props} />
      {lines.length === 0 && (
        <p className="py-4 text-quiet">
          {isFiltered ? 'No such change. ' : 'Nothing has been changed yet.'}
          {isFiltered && <Link href="/settings/audit">Show all changes</Link>}
        </p>
      )}
      <ol>
        {lines.map((line) => (
          <Change key={line.id} {...line} />
        ))}
      </ol>
      {older !== undefined && (
        <p className="py-3">
          <Link
            href={older}
            rel="next"
            className="inline-flex items-center pointer-coarse:min-h-11"
          >
            Older changes
          </Link>
        </p>
      )}
    </>
  );
}

function Filters({ listed, projects, people, kinds }: AuditProps): ReactNode {
  const { project = '', by = '', what = '' } = listed;
  return (
    <Form
      // The fields are as the list is, whatever was chosen before.
      key={[project, by, what].join(' ')}
      method="get"
      action="/settings/audit"
      className="flex flex-wrap items-end gap-2 pb-3 print:hidden"
    >
      <SelectField
        name="project"
        label="Project"
        options={[['', 'All projects'], ...projects]}
        defaultValue={project}
        autoComplete="off"
      />
      <SelectField
        name="by"
        label="Changed by"
        options={[['', 'Anybody'], ...people]}
        defaultValue={by}
        autoComplete="off"
      />
      <SelectField
        name="what"
        label="Change"
        options={[['', 'Any'], ...kinds]}
        defaultValue={what}
        autoComplete="off"
      />
      <Button>Show</Button>
    </Form>
  );
}

function Change({ atMs, by = 'Errata', project, what, target, from, to }: AuditLine): ReactNode {
  return (
    <li className="grid gap-x-4 border-t border-rule py-1.5 first:border-t-0 sm:grid-cols-[11rem_minmax(0,2fr)_minmax(0,3fr)] sm:items-baseline">
      <time dateTime={toIsoTime(atMs)} className="text-xs text-quiet">
        {formatUtc(atMs)}
      </time>
      <p className="min-w-0 wrap-anywhere">
        {what}
        {project !== undefined && <span className="text-quiet">{` in ${project}`}</span>}
        <span className="text-quiet">{`, by ${by}`}</span>
      </p>
      <p className="min-w-0 text-xs wrap-anywhere text-quiet">
        {target !== undefined && <span className="font-mono">{target}</span>}
        {target !== undefined && (from !== undefined || to !== undefined) && ': '}
        {from !== undefined && <del>{from}</del>}
        {from !== undefined && ' → '}
        {to !== undefined && <ins className="no-underline">{to}</ins>}
        {from !== undefined && to === undefined && 'not set'}
      </p>
    </li>
  );
}
