import { to } from '#shared';
import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import { ProjectStore } from '#product/projects/projects';
import { UserStore } from '#product/people/accounts';
import type { AuditEntry } from '#product/people/audit';
import { toTargetWords, toText, toWords } from './audit-words.ts';
import type { AuditLine, AuditProps, ListedChanges } from './audit.dto.ts';

const PER_PAGE = 50;

/** Reads the audit log. Whether somebody may is the caller's to know. */
@Injectable()
export class AuditService {
  constructor(
    private readonly audit: AuditStore,
    private readonly projects: ProjectStore,
    private readonly users: UserStore,
  ) {}

  async list(listed: ListedChanges): Promise<AuditProps> {
    const { project, by, what, before } = listed;
    const [entries, projects, { kinds, userIds }] = await Promise.all([
      this.audit.list({
        ...(project === undefined ? {} : { projectId: Number(project) }),
        ...(by === undefined ? {} : { byUserId: Number(by) }),
        ...(what === undefined ? {} : { what }),
        ...(before === undefined ? {} : { beforeId: Number(before) }),
        limit: PER_PAGE + 1,
      }),
      this.projects.list(),
      this.audit.listFacets(),
    ]);
    const shown = entries.slice(0, PER_PAGE);
    const people = await this.findNames([...userIds, ...listTargets(shown)]);
    const named = new Map(projects.map(({ id, name }) => [id, name]));
    const last = entries.length > PER_PAGE ? shown.at(-1) : undefined;
    return {
      listed,
      lines: shown.map((entry) => toLine(entry, named, people)),
      projects: projects.map(({ id, name }) => [String(id), name]),
      people: userIds.map((id) => [String(id), people.get(id) ?? `Person ${id}`]),
      kinds: kinds.map((kind) => [kind, toWords(kind)]),
      ...(last ? { older: toAddress({ ...listed, before: String(last.id) }) } : {}),
    };
  }

  private async findNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const users = await Promise.all([...new Set(ids)].map((id) => this.users.find(id)));
    return new Map(users.flatMap((user) => (user ? [[user.id, user.name ?? user.email]] : [])));
  }
}

/** Changes of people name them by id. */
function isOfPerson({ what, target }: AuditEntry): boolean {
  return /^(?:member|person)\./.test(what) && target !== undefined;
}

function listTargets(entries: readonly AuditEntry[]): number[] {
  return entries.filter(isOfPerson).map(({ target }) => Number(target));
}

function toLine(
  entry: AuditEntry,
  projects: ReadonlyMap<number, string>,
  people: ReadonlyMap<number, string>,
): AuditLine {
  const { id, atMs, byUserId, projectId, what } = entry;
  // That something came or went is said by what it is.
  const isWhole =
    /\.(?:added|removed)$/.test(what) && typeof (entry.from ?? entry.to) === 'boolean';
  const [before, after] = isWhole ? [] : [toText(entry.from), toText(entry.to)];
  const target = isOfPerson(entry)
    ? nameOf(people, Number(entry.target))
    : entry.target && toTargetWords(entry.target);
  return {
    id,
    atMs,
    what: toWords(what),
    ...(byUserId === undefined ? {} : { by: nameOf(people, byUserId) }),
    ...(projectId === undefined
      ? {}
      : { project: projects.get(projectId) ?? `Project ${projectId}` }),
    ...(target === undefined ? {} : { target }),
    ...(before === undefined ? {} : { from: before }),
    ...(after === undefined ? {} : { to: after }),
  };
}

function nameOf(people: ReadonlyMap<number, string>, id: number): string {
  return people.get(id) ?? `Person ${id}`;
}

function toAddress(listed: ListedChanges): Address {
  return to('/settings/audit', {}, { query: { ...listed } });
}
