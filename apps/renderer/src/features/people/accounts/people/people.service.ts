import { Injectable } from '@nestjs/common';
import { MembershipStore, UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { Clock, parseEmail } from '#shared';
import { can, projectRoles, toRole } from '#product/people/accounts/rules';
import type { Right } from '#product/people/accounts/rules';

export interface Person {
  readonly id: number;
  /** As others see it. */
  readonly name: string;
}

const MOST = 200;
/** For so long a list that every page shows is not asked for again. */
const KNOWN_FOR_MS = 5000;

/** Who there is, as other features need to know. */
@Injectable()
export class PeopleService {
  private readonly known = new Map<string, { readonly atMs: number; readonly people: Person[] }>();

  constructor(
    private readonly users: UserStore,
    private readonly memberships: MembershipStore,
    private readonly clock: Clock,
  ) {}

  /** Of whoever there ever was, by id. */
  async listNames(ids: Iterable<number>): Promise<Map<number, string>> {
    const users = await this.users.listByIds([...new Set(ids)]);
    return new Map(users.map((user) => [user.id, toName(user)]));
  }

  /** Whoever there ever was of these ids. */
  async listByIds(ids: Iterable<number>): Promise<ReadonlyMap<number, User>> {
    const users = await this.users.listByIds([...new Set(ids)]);
    return new Map(users.map((user) => [user.id, user]));
  }

  /** Active people with a role in one of these projects (ids), and owners, by id; at most 200. */
  async listActive(projectIds: readonly number[]): Promise<readonly User[]> {
    const users = await this.memberships.listActive(projectIds, {
      roles: projectRoles,
      limit: MOST,
    });
    return users.toSorted((one, other) => one.id - other.id);
  }

  /** Who has a right in one of these projects (ids), by name; some seconds old. */
  async listWith(right: Right, projectIds: 'all' | readonly number[]): Promise<readonly Person[]> {
    const key = `${right} ${String(projectIds)}`;
    const nowMs = this.clock.nowMs();
    const known = this.known.get(key);
    if (known && nowMs - known.atMs < KNOWN_FOR_MS) return known.people;
    const roles = projectRoles.filter((role) => can(role, right));
    const users = await this.memberships.listActive(projectIds, { roles, limit: MOST });
    const people = users
      .map((user) => ({ id: user.id, name: toName(user) }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    // One entry for each set of projects that visitors have: nothing that grows for ever.
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(key, { atMs: nowMs, people });
    return people;
  }

  /** Id of the active person with that address of mail. */
  async findByEmail(email: string): Promise<number | undefined> {
    const key = parseEmail(email)?.key;
    return key === undefined ? undefined : (await this.users.findActive(key))?.id;
  }

  /** In which projects somebody has a right; in none who cannot sign in. */
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
