import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  errorCatalogue,
  issueStateNames,
  issueStatuses,
  issueTransitions,
  outcomeReasons,
} from '#shared';
import { can, rights, roles } from '#product/people/accounts/rules';
import type { IssueStateName } from '#shared';
import { acts, whatEnds } from '../../apps/renderer/test/rights/what-ends.ts';
import { root } from '../../scripts/support/root.mjs';

type Row = readonly (string | number)[];

/** A Markdown table as oxfmt writes it. */
function toTable(head: Row, rows: readonly Row[]): string {
  const lines = [head, ...rows].map((row) => row.map(String));
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const format = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first, ...rest] = lines.map(format);
  return [first, format(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
}

export function toWhatEndsTable(): string {
  return toTable(
    ['of a person', ...acts],
    whatEnds.map(({ thing, cells }) => [thing, ...cells]),
  );
}

export function toErrorTable(): string {
  return toTable(
    ['code', 'status', 'log level', 'text'],
    Object.entries(errorCatalogue).map(([code, { status, level, message }]) => [
      `\`${code}\``,
      status,
      level,
      message,
    ]),
  );
}

export function toRightTable(): string {
  return toTable(
    ['right', ...roles],
    rights.map((right) => [`\`${right}\``, ...roles.map((role) => (can(role, right) ? '●' : ''))]),
  );
}

export function toOutcomeTable(): string {
  return toTable(
    ['outcome', 'reasons'],
    Object.entries(outcomeReasons).map(([outcome, reasons]) => [
      `\`${outcome}\``,
      reasons.map((reason) => `\`${reason}\``).join(', '),
    ]),
  );
}

/** Limits stand in files named `<of>-limits.ts`: those of one capability in its `rules/`. */
export async function toLimitTable(): Promise<string> {
  const files = globSync('libs/{shared/src/**,product/*/*/rules}/*-limits.ts', { cwd: root });
  const rows = await Promise.all(
    files.map(async (file) => {
      const limits = (await import(join(root, file))) as Readonly<Record<string, number>>;
      const of = basename(file, '-limits.ts').replace(/-(.)/, (_, letter: string) =>
        letter.toUpperCase(),
      );
      return Object.entries(limits).map(([name, value]) => [of, `\`${name}\``, value] as const);
    }),
  );
  return toTable(
    ['of', 'limit', 'value'],
    rows.toSorted(([[one] = ['']], [[other] = ['']]) => (one < other ? -1 : 1)).flat(),
  );
}

export function toTransitionTable(): string {
  return toTable(
    ['change', 'by', 'from', 'to', 'when'],
    issueTransitions.map(({ change, by, from, to, when }) => [
      `\`${change}\``,
      by,
      nameStates(from),
      nameStates(to),
      when,
    ]),
  );
}

/**
 * Lists states for a table cell. When all states of a status are named, the cell names the status
 * instead.
 */
function nameStates(names: readonly IssueStateName[]): string {
  if (issueStateNames.every((name) => names.includes(name))) return 'any';
  return issueStatuses
    .flatMap((status) => {
      const ofStatus = issueStateNames.filter((name) => name.startsWith(`${status}.`));
      if (ofStatus.every((name) => names.includes(name))) return [`\`${status}\``];
      return ofStatus.filter((name) => names.includes(name)).map((name) => `\`${name}\``);
    })
    .join(', ');
}

interface RouterLayer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/**
 * Lists every route that Nest has registered with an application's router, in the router's order.
 */
export function toRouteTable(apps: Readonly<Record<string, NestExpressApplication>>): string {
  return toTable(
    ['service', 'method', 'path'],
    Object.entries(apps).flatMap(([service, app]) => {
      const { router } = app.getHttpAdapter().getInstance() as {
        router: { stack: RouterLayer[] };
      };
      return router.stack.flatMap(({ route }) =>
        Object.keys(route?.methods ?? {}).map((method) => [
          service,
          method.toUpperCase(),
          `\`${route?.path}\``,
        ]),
      );
    }),
  );
}
