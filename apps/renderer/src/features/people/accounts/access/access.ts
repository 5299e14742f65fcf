import { ForbiddenException } from '@nestjs/common';
import type { Session, User } from '#product/people/accounts';
import { can, isInstanceRight, toRole } from '#product/people/accounts/rules';
import type { ProjectRole, Right, Role } from '#product/people/accounts/rules';

export interface SignedInAccess {
  readonly user: User;
  readonly session: Session;
  /** Roles by project id. Empty for owners, who have every right in every project. */
  readonly projectRoles: ReadonlyMap<number, ProjectRole>;
}

/**
 * A program that sends a token. When the token belongs to a person, the program has at most this
 * person's rights.
 */
export interface TokenAccess {
  readonly token: {
    readonly id: number;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly rights: ReadonlySet<Right>;
    readonly expiresAtMs?: number;
  };
  /** Absent for a token of the organisation. The rights of such a token hold in every project. */
  readonly person?: Pick<SignedInAccess, 'user' | 'projectRoles'>;
}

export type Stranger = 'guest' | 'early' | 'nobody';

export class Access {
  /**
   * The kinds of visitors who are not signed in:
   *
   * - `guest`: Errata has no owner yet, and the browser has opened the set-up link that the
   *   server prints at its start. A guest may read every page.
   * - `early`: Errata has no owner yet, and the browser has not opened the set-up link.
   * - `nobody`: Errata has an owner. The person has to sign in, or the program has to send a
   *   token.
   */
  constructor(private readonly who: SignedInAccess | TokenAccess | Stranger) {}

  get user(): User | undefined {
    return this.person?.user;
  }

  /** Undefined for strangers. A token of the organisation has an id of its own. */
  get id(): string | undefined {
    return this.user?.id.toString() ?? (this.token && `token ${this.token.id}`);
  }

  get isKnown(): boolean {
    return typeof this.who !== 'string';
  }

  get tokenName(): string | undefined {
    return this.token?.name;
  }

  /**
   * Checks a permission for which no `Right` exists. Returns false for visitors without a token.
   */
  hasScope(scope: string): boolean {
    return this.token?.scopes.includes(scope) === true;
  }

  get isToken(): boolean {
    return this.token !== undefined;
  }

  findSession(): Session | undefined {
    return typeof this.who === 'string' || 'token' in this.who ? undefined : this.who.session;
  }

  /** Throws a `TypeError` unless a person is signed in. Call this only behind a guard. */
  getSignedIn(): SignedInAccess {
    if (typeof this.who === 'string' || 'token' in this.who) {
      throw new TypeError('Nobody is signed in.');
    }
    return this.who;
  }

  /**
   * Returns the signed-in person, or the owner of the token. Throws a 403 for all other visitors.
   */
  getPerson(): User {
    const { user } = this;
    if (user) return user;
    throw new ForbiddenException(
      'A token of the organisation stands for nobody. Changes need a token of a person.',
    );
  }

  get isGuest(): boolean {
    return this.who === 'guest';
  }

  get isUnowned(): boolean {
    return this.who === 'guest' || this.who === 'early';
  }

  /**
   * Identifies the visitor and their rights. Open streams compare this text to notice a change of
   * either.
   */
  get standing(): string {
    if (typeof this.who === 'string') return this.who;
    const { person, token } = this;
    return JSON.stringify([
      ...(token ? ['token', token.id] : []),
      ...(person ? [person.user.id, person.user.isOwner, ...person.projectRoles] : []),
    ]);
  }

  get canRead(): boolean {
    return this.isGuest || this.isKnown;
  }

  /**
   * Returns undefined when the visitor is not allowed to know whether the project exists. Owners
   * get a role for every id, because this method does not look for the project.
   */
  findRole(projectId: number): Role | undefined {
    if (this.isGuest) return 'viewer';
    const { person } = this;
    if (person) return toRole(person.user, person.projectRoles.get(projectId));
    return this.isToken ? 'owner' : undefined;
  }

  /**
   * Returns whether the visitor has the right in the project. Without `projectId`, the right in any
   * one project is enough.
   */
  can(right: Right, projectId?: number): boolean {
    if (this.token && !this.token.rights.has(right)) return false;
    if (isInstanceRight(right)) return can(this.person && toRole(this.person.user), right);
    if (projectId !== undefined) return can(this.findRole(projectId), right);
    const projects = this.listProjects(right);
    return projects === 'all' || projects.length > 0;
  }

  listProjects(right: Right): 'all' | readonly number[] {
    if (this.isGuest) return can('viewer', right) ? 'all' : [];
    if (this.token && !this.token.rights.has(right)) return [];
    const { person } = this;
    if (!person) return this.isToken ? 'all' : [];
    if (person.user.isOwner) return 'all';
    return [...person.projectRoles].flatMap(([id, role]) => (can(role, right) ? [id] : []));
  }

  private get person(): TokenAccess['person'] {
    if (typeof this.who === 'string') return undefined;
    return 'token' in this.who ? this.who.person : this.who;
  }

  private get token(): TokenAccess['token'] | undefined {
    return typeof this.who !== 'string' && 'token' in this.who ? this.who.token : undefined;
  }
}
