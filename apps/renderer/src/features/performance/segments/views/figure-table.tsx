import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { lineChartOf } from '../../../../ui/charts/line-chart.tsx';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../ui/grid-table.tsx';
import type { FigureCell, FigureRow, FigureTableProps } from '../segments.dto.ts';

/* CSS changes the `display` of cells on phones, which takes their roles away. */
const ROW_HEAD = { scope: 'row', role: 'rowheader' };
const CELL = { role: 'cell' };

/** Shows figures by name. On phones, a row is its name, and below it what has figures. */
export function FigureTable({ head, rows, narrow = head }: FigureTableProps): ReactNode {
  return (
    <GridTable className="figures">
      <GridHead>
        <GridRow>
          {head.map((name) => (
            <GridHeadCell key={name}>{name}</GridHeadCell>
          ))}
        </GridRow>
      </GridHead>
      <GridBody>
        {rows.map(({ cells, ...row }) => (
          <GridRow key={row.href ?? `${row.method} ${row.name}`}>
            <th {...ROW_HEAD} title={row.name}>
              <MethodName {...row} />
            </th>
            {cells.map((cell, index) => {
              const name = head[index + 1]!;
              const { text, title, isAlarming, percent, line } = toCell(cell);
              return (
                <td
                  key={name}
                  {...CELL}
                  title={title}
                  className={isAlarming ? 'text-accent!' : undefined}
                  data-head={narrow.includes(name) ? name : undefined}
                >
                  {line ? lineChartOf({ path: line, label: text, width: 96, height: 24 }) : text}
                  {percent !== undefined && (
                    <svg
                      aria-hidden="true"
                      viewBox="0 0 100 1"
                      preserveAspectRatio="none"
                      className="tag-bar"
                    >
                      <rect width={percent} height="1" />
                    </svg>
                  )}
                </td>
              );
            })}
          </GridRow>
        ))}
      </GridBody>
    </GridTable>
  );
}

function toCell(cell: string | FigureCell): FigureCell {
  return typeof cell === 'string' ? { text: cell } : cell;
}

/** Writes a name behind its quiet method. A link covers both. */
export function MethodName({ method, name, href }: Omit<FigureRow, 'cells'>): ReactNode {
  const text = (
    <>
      {method !== undefined && <i>{method} </i>}
      <bdi translate="no">{name}</bdi>
    </>
  );
  return href === undefined ? (
    text
  ) : (
    <Link href={href} prefetch="intent" className="stretched">
      {text}
    </Link>
  );
}
