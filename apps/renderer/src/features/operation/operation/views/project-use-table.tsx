import { Form, Link } from '#client-runtime';
import { to } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import type { ProjectUseList } from '../operation.dto.ts';

const CELL = 'py-1 pl-3 text-right font-normal whitespace-nowrap';
/** Phones have no room for it. The page Data of the project has it, too. */
const WIDE = `${CELL} max-sm:hidden`;

type Row = ProjectUseList['rows'][number];

const COLUMNS: readonly (readonly [string, string, (row: Row) => string | undefined])[] = [
  ['Lost in 24 h', CELL, ({ lost }) => formatExactCount(lost)],
  ['Received', WIDE, ({ received }) => formatExactCount(received)],
  ['Stored', CELL, ({ used }) => used],
  ['Today', WIDE, ({ today }) => today],
  ['Oldest day', WIDE, ({ oldest }) => oldest ?? 'nothing stored'],
  ['Goes on', WIDE, ({ goes }) => goes],
];

export function ProjectUseTable({ typed, found, rows }: ProjectUseList): ReactNode {
  const more = found - rows.length;
  return (
    <>
      <Form
        key={typed}
        method="get"
        action={to('/settings/operation', {}, { hash: 'projects' })}
        role="search"
        aria-label="Projects"
        className="search-form max-w-md"
      >
        <TextField
          name="project"
          type="search"
          label="Find a project"
          isLabelHidden
          placeholder="Find a project"
          defaultValue={typed}
          autoComplete="off"
        />
        <Button>Show</Button>
      </Form>
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="text-xs text-faint">
            <th scope="col" className="text-left font-normal">
              Project
            </th>
            {COLUMNS.map(([name, className]) => (
              <th key={name} scope="col" className={className}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((project) => (
            <tr key={project.id} className="border-t border-rule align-baseline">
              <th scope="row" className="text-left font-normal">
                <Link
                  href={project.data}
                  prefetch="intent"
                  className="inline-flex items-center wrap-anywhere pointer-coarse:min-h-11"
                >
                  {project.name}
                </Link>
              </th>
              {COLUMNS.map(([name, className, tell]) => (
                <td key={name} className={className}>
                  {tell(project)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {found === 0 && <p className="pt-2 text-quiet">{`No project is called “${typed}”.`}</p>}
      {more > 0 && (
        <p className="pt-2 text-quiet">{`${formatExactCount(more)} more. Type a part of their names.`}</p>
      )}
    </>
  );
}
