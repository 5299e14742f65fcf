import { Readable } from 'node:stream';
import { to, toFilterProps } from '#shared';
import type { Address, FilterField } from '#shared';
import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import { UserStore } from '#product/people/accounts';
import type { AuditEntry, AuditFilter } from '#product/people/audit';
import { ProjectNames } from '../accounts/index.ts';
import { isOfPerson, toSentence } from './audit-sentences.ts';
import type { AuditNames } from './audit-sentences.ts';
import { toSubject, toSubjectWords } from './audit-subjects.ts';
import type { AuditLine, AuditProps, ListedChanges } from './audit.dto.ts';
import { toCsvRow } from './csv.ts';

const PER_PAGE = 50;
const PER_STEP = 500;
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

  async list(listed: ListedChanges): Promise<AuditProps> {
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
      .map((subject) => [subject, toSubjectWords(subject)] as const)
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
      lines: shown.map((entry) => toLine(entry, names)),
      filters: { ...filters, fields: [...filters.fields, toDaysField(all)] },
      ...(shown.length === 0 ? { without: await this.audit.count() } : {}),
      csv: to('/settings/audit/csv', {}, { query: { ...all } }),
      ...(last ? { older: toAuditAddress({ ...listed, before: String(last.id) }) } : {}),
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
      yield entries.map((entry) => toRow(entry, { projects, people })).join('');
      if (entries.length < PER_STEP) return;
      beforeId = entries.at(-1)!.id;
    }
  }

  private async findPeople(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const users = await Promise.all([...new Set(ids)].map((id) => this.users.find(id)));
    return new Map(users.flatMap((user) => (user ? [[user.id, user.name ?? user.email]] : [])));
  }
}

function toFilter({ project, by, what, from, to: until, before }: ListedChanges) {
  return {
    ...(project === undefined ? {} : { projectId: Number(project) }),
    ...(by === undefined ? {} : { byUserId: Number(by) }),
    ...(what === undefined ? {} : { what }),
    ...(from === undefined ? {} : { sinceMs: Date.parse(from) }),
    ...(until === undefined ? {} : { untilMs: Date.parse(until) + DAY_MS }),
    ...(before === undefined ? {} : { beforeId: Number(before) }),
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

function toLine(entry: AuditEntry, names: AuditNames): AuditLine {
  const { id, atMs, byUserId } = entry;
  return {
    id,
    atMs,
    did: toSentence(entry, names),
    ...(byUserId === undefined ? {} : { by: nameOf(names, byUserId) }),
    details: listDetails(entry),
  };
}

function listDetails({ id, what, target, from, to: after }: AuditEntry): AuditLine['details'] {
  const values = { entry: id, kind: what, target, from, to: after };
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [[name, text.length > MOST_DETAIL ? `${text.slice(0, MOST_DETAIL)}…` : text]];
  });
}

function toRow(entry: AuditEntry, names: AuditNames): string {
  const { atMs, byUserId, projectId, what, target, from, to: after } = entry;
  return toCsvRow([
    new Date(atMs).toISOString(),
    byUserId === undefined ? 'Errata' : nameOf(names, byUserId),
    toSentence(entry, names),
    projectId === undefined ? '' : (names.projects.get(projectId) ?? ''),
    what,
    target ?? '',
    from === undefined ? '' : JSON.stringify(from),
    after === undefined ? '' : JSON.stringify(after),
  ]);
}

function nameOf({ people }: AuditNames, id: number): string {
  return people.get(id) ?? 'A removed person';
}
