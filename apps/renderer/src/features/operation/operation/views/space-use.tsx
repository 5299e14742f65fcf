import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { DiskOverview, SpaceOverview } from '../space.dto.ts';

const cellClass = 'py-1 pl-3 text-right whitespace-nowrap';
const headClass = `${cellClass} font-normal`;
const nameClass = 'py-1 text-left font-normal wrap-anywhere';

export function Retention({ space }: { readonly space: SpaceOverview }): ReactNode {
  return (
    <div className="grid gap-3">
      <p>{space.next}</p>
      {space.projects.length > 0 && (
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="text-xs text-faint">
              <th scope="col" className="text-left font-normal">
                Project
              </th>
              <th scope="col" className={headClass}>
                Kept
              </th>
              <th scope="col" className={headClass}>
                Oldest day
              </th>
              <th scope="col" className={`${headClass} max-sm:hidden`}>
                Goes on
              </th>
            </tr>
          </thead>
          <tbody>
            {space.projects.map(({ name, kept, oldest, goes }) => (
              <tr key={name} className="border-t border-rule align-baseline">
                <th scope="row" className={nameClass}>
                  {name}
                </th>
                <td className={cellClass}>{kept}</td>
                <td className={cellClass}>{oldest ?? 'nothing stored'}</td>
                <td className={`${cellClass} max-sm:hidden`}>{goes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

export function DiskUse({ disk }: { readonly disk: DiskOverview | undefined }): ReactNode {
  if (!disk) return <p className="text-quiet">Not measured yet: a relay does so each hour.</p>;
  return (
    <div className="grid gap-3">
      <p>
        {`${disk.text} Measured `}
        <RelativeTime atMs={disk.measuredAtMs} />.
      </p>
      <Disclosure summary="The largest tables">
        <table className="mt-2 w-full text-sm tabular-nums">
          <thead className="sr-only">
            <tr>
              <th scope="col">Table or project</th>
              <th scope="col">Size</th>
            </tr>
          </thead>
          {disk.tables.map(({ table, size, projects }) => (
            <tbody key={table} className="border-t border-rule">
              <tr className="align-baseline">
                <th scope="row" className={`${nameClass} font-mono text-xs`}>
                  {table}
                </th>
                <td className={cellClass}>{size}</td>
              </tr>
              {projects.map((project) => (
                <tr key={project.name} className="align-baseline text-xs text-quiet">
                  <th scope="row" className="pb-1 pl-3 text-left font-normal wrap-anywhere">
                    {project.name}
                  </th>
                  <td className="pb-1 pl-3 text-right whitespace-nowrap">{project.size}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
        <p className="mt-2 text-xs text-faint">{disk.note}</p>
      </Disclosure>
    </div>
  );
}
