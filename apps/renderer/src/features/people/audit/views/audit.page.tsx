import { Form, Link } from '#client-runtime';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { AuditLine, AuditProps } from '../audit.dto.ts';

export function Page(props: AuditProps): ReactNode {
  const { listed, lines, csv, older } = props;
  const { before: _before, ...filter } = listed;
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <>
      <h1 className="page-title">Audit log</h1>
      <p className="pb-3 text-xs text-faint">
        Changes of settings, keys, members and people: the latest first. Nobody can take an entry
        out.
      </p>
      <Filters {...props} />
      {lines.length > 0 && (
        <p className="pb-1 text-right text-sm print:hidden">
          <Link
            href={csv}
            download=""
            prefetch="none"
            className="inline-flex items-center pointer-coarse:min-h-11"
          >
            Export as CSV
          </Link>
        </p>
      )}
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

function Filters({ listed, projects, people, subjects }: AuditProps): ReactNode {
  const { project = '', by = '', what = '', from = '', to = '' } = listed;
  return (
    <Form
      // The key remounts the form, so that its fields show the present filter after a navigation.
      key={[project, by, what, from, to].join(' ')}
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
        label="Subject"
        options={[['', 'Any'], ...subjects]}
        defaultValue={what}
        autoComplete="off"
      />
      <TextField name="from" type="date" label="From (UTC)" defaultValue={from} />
      <TextField name="to" type="date" label="To (UTC)" defaultValue={to} />
      <Button>Show</Button>
    </Form>
  );
}

function Change({ atMs, by = 'Errata', did, details }: AuditLine): ReactNode {
  return (
    <li className="grid gap-x-4 border-t border-rule py-0.5 first:border-t-0 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-baseline">
      <Moment atMs={atMs} className="text-xs text-quiet" />
      <Disclosure
        className="min-w-0 wrap-anywhere"
        summary={
          <>
            <bdi className="font-semibold">{by}</bdi>
            {` ${did}`}
          </>
        }
      >
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 pb-2 pl-4 text-xs text-quiet">
          {details.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className="font-mono whitespace-pre-wrap">{value}</dd>
            </Fragment>
          ))}
        </dl>
      </Disclosure>
    </li>
  );
}
