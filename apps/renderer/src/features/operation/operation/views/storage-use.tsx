import type { ReactNode } from 'react';
import type { OperationProps } from '../operation.dto.ts';

const numberClass = 'py-1 pl-3 text-right whitespace-nowrap';

export function StorageUse({ storage }: Pick<OperationProps, 'storage'>): ReactNode {
  const { budget, projects, notices } = storage;
  return (
    <div className="grid gap-3">
      {notices.map(({ text }) => (
        <p key={text} className="text-accent wrap-anywhere">
          {text}
        </p>
      ))}
      <p>{budget}</p>
      {projects.length > 0 && (
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="text-xs text-faint">
              <th scope="col" className="text-left font-normal">
                Project
              </th>
              <th scope="col" className={`${numberClass} font-normal`}>
                Stored
              </th>
              <th scope="col" className={`${numberClass} font-normal`}>
                Today
              </th>
            </tr>
          </thead>
          <tbody>
            {projects.map(({ name, used, today }) => (
              <tr key={name} className="border-t border-rule align-baseline">
                <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
                  {name}
                </th>
                <td className={numberClass}>{used}</td>
                <td className={numberClass}>{today}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
