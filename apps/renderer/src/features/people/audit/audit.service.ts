import { Readable } from 'node:stream';
import { to, toFilterProps } from '#shared';
import type { Address, FilterField } from '#shared';
import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import { UserStore } from '#product/people/accounts';
import type { AuditEntry, AuditFilter } from '#product/people/audit';
import { ProjectNames } from '../accounts/index.ts';
import { isOfPerson, toSentence, toSubject, toSubjectWords } from './audit-sentences.ts';
import type { AuditNames } from './audit-sentences.ts';
import type { ListedChanges } from './audit.dto.ts';

const PER_PAGE = 50;
const PER_STEP = 100;
const DAY_MS = 86_400_000;
const MOST_DETAIL = 2000;

const COLUMNS = ['time', 'who', 'change', 'project', 'kind', 'target', 'from', 'to'];

@Injectable()
export class AuditService {
  constructor(
    private readonly audit: AuditStore,
    private readonly projects: ProjectNames,
    private readonly users: UserStore,
  ) {}

  async list(listed: ListedChanges) {
    const [entries, projects, { kinds, userIds }] = await Promise.all([
      this.audit.list({ ...toFilter(listed), limit: PER_PAGE + 1 }),
      this.projects.list(),
      this.audit.listFacets(),
    ]);
    const shown = entries.slice(0, PER_PAGE);
    const names = {
      projects: new Map(projects.map(({ id, name }) => [id, name])),
      people: await this.findPeople([...userIds, ...listPeople(shown)]),
    };
    const last = entries.length > PER_PAGE ? shown.at(-1) : undefined;
    const subjects = [...new Set(kinds.map(toSubject))]
      .map((subject) => [subject, toSubjectWords(subject, this.audit.texts)] as const)
      .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));
    const people = userIds.map((id) => [String(id), nameOf(names, id)] as const);
    const { before: _before, ...all } = listed;
    const filters = toFilterProps(all, toAuditAddress, [
      {
        name: 'project',
        label: 'Project',
        values: projects.map(({ id, name }) => [`${id}`, name]),
      },
      { name: 'by', label: 'Person', values: people },
      { name: 'what', label: 'Subject', values: subjects },
    ]);
    return {
      lines: shown.map((entry) => this.toLine(entry, names)),
      filters: { ...filters, fields: [...filters.fields, toDaysField(all)] },
      without: shown.length === 0 ? await this.audit.count() : undefined,
      csv: to('/settings/audit/csv', {}, { query: { ...all } }),
      older: last ? toAuditAddress({ ...listed, before: String(last.id) }) : undefined,
    };
  }

  export(listed: ListedChanges): Readable {
    return Readable.from(this.writeCsv(toFilter(listed)));
  }

  private async *writeCsv(filter: Omit<AuditFilter, 'limit'>): AsyncGenerator<string> {
    yield toCsvRow(COLUMNS);
    const projects = new Map((await this.projects.list()).map(({ id, name }) => [id, name]));
    let { beforeId } = filter;
    for (;;) {
      const step = beforeId === undefined ? filter : { ...filter, beforeId };
      const entries = await this.audit.list({ ...step, limit: PER_STEP });
      const changedBy = entries.flatMap(({ byUserId }) => byUserId ?? []);
      const people = await this.findPeople([...changedBy, ...listPeople(entries)]);
      yield entries.map((entry) => this.toRow(entry, { projects, people })).join('');
      if (entries.length < PER_STEP) return;
      beforeId = entries.at(-1)!.id;
    }
  }

  private async findPeople(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const users = await Promise.all([...new Set(ids)].map((id) => this.users.find(id)));
    return new Map(users.flatMap((user) => (user ? [[user.id, user.name ?? user.email]] : [])));
  }

  private toLine(entry: AuditEntry, names: AuditNames) {
    const { id, atMs, byUserId } = entry;
    return {
      id,
      atMs,
      did: toSentence(entry, names, this.audit.texts),
      by: byUserId === undefined ? undefined : nameOf(names, byUserId),
      details: listDetails(entry),
    };
  }

  private toRow(entry: AuditEntry, names: AuditNames): string {
    const { atMs, byUserId, projectId, what, target, from, to: after } = entry;
    return toCsvRow([
      new Date(atMs).toISOString(),
      byUserId === undefined ? 'Errata' : nameOf(names, byUserId),
      toSentence(entry, names, this.audit.texts),
      projectId === undefined ? '' : (names.projects.get(projectId) ?? ''),
      what,
      target ?? '',
      from === undefined ? '' : JSON.stringify(from),
      after === undefined ? '' : JSON.stringify(after),
    ]);
  }
}

function toFilter({ project, by, what, from, to: until, before }: ListedChanges) {
  return {
    projectId: project === undefined ? undefined : Number(project),
    byUserId: by === undefined ? undefined : Number(by),
    what,
    sinceMs: from === undefined ? undefined : Date.parse(from),
    untilMs: until === undefined ? undefined : Date.parse(until) + DAY_MS,
    beforeId: before === undefined ? undefined : Number(before),
  };
}

function toAuditAddress(listed: ListedChanges): Address {
  return to('/settings/audit', {}, { query: { ...listed } });
}

function toDaysField({ from, to: until, ...others }: ListedChanges): FilterField {
  const days = { from, to: until };
  const field = { name: 'day', label: 'Day', values: [], days };
  if ((from ?? until) === undefined) return field;
  const both = from !== undefined && until !== undefined;
  const text = both ? `${from} to ${until}` : from ? `from ${from}` : `until ${until}`;
  return { ...field, set: [{ text, without: toAuditAddress(others) }] };
}

function listPeople(entries: readonly AuditEntry[]): number[] {
  return entries.filter(isOfPerson).map(({ target }) => Number(target));
}

function listDetails({
  id,
  what,
  target,
  from,
  to: after,
}: AuditEntry): readonly (readonly [name: string, value: string])[] {
  const values = { entry: id, kind: what, target, from, to: after };
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [[name, text.length > MOST_DETAIL ? `${text.slice(0, MOST_DETAIL)}…` : text]];
  });
}

function nameOf({ people }: AuditNames, id: number): string {
  return people.get(id) ?? 'A removed person';
}

/**
 * Returns one line of CSV (RFC 4180). Cells that a spreadsheet would evaluate as formulas get a
 * leading apostrophe (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
