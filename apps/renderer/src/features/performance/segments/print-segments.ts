import { toCode } from '#events';
import type { FigureTableProps } from './segments.dto.ts';
import type { SegmentsService } from './segments.service.ts';

type Shown<Name extends 'list' | 'show'> = Awaited<ReturnType<SegmentsService[Name]>>;

/** Prints a table of Markdown. Links begin with `origin`. */
export function printTable({ head, rows }: FigureTableProps, origin: string): string {
  const toLine = (cells: readonly string[]): string =>
    // A `|` would end its cell, also in code.
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  const lines = rows.map(({ method, name, href, cells }) => {
    const code = toCode(method === undefined ? name : `${method} ${name}`);
    return toLine([
      href === undefined ? code : `[${code}](${origin}${href})`,
      ...cells.map((cell) => (typeof cell === 'string' ? cell : cell.text)),
    ]);
  });
  return [toLine(head), toLine(head.map(() => '---')), ...lines].join('\n');
}

export function printList({ summary, filters, table }: Shown<'list'>, origin: string): string {
  const told = filters.fault ?? summary;
  return `# Performance\n\n${told}\n\n${printTable(table, origin)}\n`;
}

/** `parts` are the blocks of other capabilities, and `time` names the time that is shown. */
export function printSegment(
  { method, name, kind, project, facts, change, releases }: Shown<'show'>,
  { time, parts, origin }: Readonly<{ time: string; parts: readonly string[]; origin: string }>,
): string {
  const figures = facts.map(
    ([label, value, more]) => `- ${label}: ${value}${more && ` (${more})`}`,
  );
  return `${[
    `# ${toCode(method === undefined ? name : `${method} ${name}`)}`,
    `${kind} of ${toCode(project)}, ${time}.`,
    figures.join('\n') || 'Nothing ended in this time.',
    ...(change ? [`${toCode(change.title ?? '')}.`] : []),
    ...parts,
    '## Releases',
    printTable(releases, origin),
  ].join('\n\n')}\n`;
}
