import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { MembershipStore } from '#product/projects/members';
import type { User } from '#product/people/accounts';
import { Clock, parseEmail } from '#shared';
import { can, projectRoles, toRole } from '#product/people/accounts/rules';
import type { Right } from '#product/people/accounts/rules';

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

const MOST = 1000;
const MOST_LISTS = 200;
/** A list of people is reused for this long, because every page shows one. */
const KNOWN_FOR_MS = 5000;

@Injectable()
export class PeopleService {
  private readonly known = new Map<string, { readonly atMs: number; readonly people: Person[] }>();

  constructor(
    private readonly users: UserStore,
    private readonly memberships: MembershipStore,
    private readonly clock: Clock,
  ) {}

  async listNames(ids: Iterable<number>): Promise<Map<number, string>> {
    const users = await this.users.listByIds([...new Set(ids)]);
    return new Map(users.map((user) => [user.id, toName(user)]));
  }

  /** Includes disabled and removed users. Unknown ids are absent. */
  async listByIds(ids: Iterable<number>): Promise<ReadonlyMap<number, User>> {
    const users = await this.users.listByIds([...new Set(ids)]);
    return new Map(users.map((user) => [user.id, user]));
  }

  async listActive(projectIds: readonly number[]): Promise<readonly User[]> {
    const users = await this.memberships.listActive(projectIds, {
      roles: projectRoles,
      limit: MOST,
    });
    return users.toSorted((one, other) => one.id - other.id);
  }

  /**
   * Returns people who have the right in at least one of these projects, sorted by name. The list
   * may be 5 seconds old.
   */
  async listPeopleWithRight(
    right: Right,
    projectIds: 'all' | readonly number[],
  ): Promise<readonly Person[]> {
    const key = `${right} ${String(projectIds)}`;
    const nowMs = this.clock.nowMs();
    const known = this.known.get(key);
    if (known && Math.abs(nowMs - known.atMs) < KNOWN_FOR_MS) return known.people;
    const roles = projectRoles.filter((role) => can(role, right));
    const users = await this.memberships.listActive(projectIds, { roles, limit: MOST });
    const people = users
      .map((user) => ({ id: user.id, name: toName(user), email: user.email }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    // The map has one entry for each right and set of projects. Clearing it bounds the memory.
    if (this.known.size >= MOST_LISTS) this.known.clear();
    this.known.set(key, { atMs: nowMs, people });
    return people;
  }

  async findByEmail(email: string): Promise<number | undefined> {
    const key = parseEmail(email)?.key;
    return key === undefined ? undefined : (await this.users.findActive(key))?.id;
  }

  /** Returns an empty list when the person cannot sign in. */
  async listProjectsOf(userId: number, right: Right): Promise<'all' | readonly number[]> {
    const user = await this.users.find(userId);
    if (user?.state !== 'active') return [];
    if (can(toRole(user), right)) return 'all';
    const roles = await this.memberships.listRoles(userId);
    return [...roles].flatMap(([id, role]) => (can(role, right) ? [id] : []));
  }
}

function toName({ name, email }: User): string {
  return name ?? email;
}
