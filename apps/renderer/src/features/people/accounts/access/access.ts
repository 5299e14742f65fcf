import { ForbiddenException } from '@nestjs/common';
import type { Session, User } from '#product/people/accounts';
import { can, isInstanceRight, toRole } from '#product/people/accounts/rules';
import type { ProjectRole, Right, Role } from '#product/people/accounts/rules';

export interface SignedInAccess {
  readonly user: User;
  readonly session: Session;
  /**
   * Keys are project ids. Empty for owners, because owners have every right in every project
   * without a membership.
   */
  readonly projectRoles: ReadonlyMap<number, ProjectRole>;
}

/** A program with a token. The program can do no more than the person to whom the token belongs. */
export interface TokenAccess {
  readonly token: {
    readonly id: number;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly rights: ReadonlySet<Right>;
  };
  /**
   * Absent when the token belongs to the organisation, so that its rights hold in every project.
   */
  readonly person?: Pick<SignedInAccess, 'user' | 'projectRoles'>;
}

export type Stranger = 'guest' | 'early' | 'nobody';

export class Access {
  /**
   * The kinds of visitors who are not signed in:
   *
   * - `guest`: Errata has no owner yet, and the browser has opened the printed link. A guest may
   *   read every page.
   * - `early`: Errata has no owner yet, and the browser has not opened the printed link.
   * - `nobody`: Errata has an owner. The person has to sign in, or the program has to send a
   *   token.
   */
  constructor(private readonly who: SignedInAccess | TokenAccess | Stranger) {}

  get user(): User | undefined {
    return this.person?.user;
  }

  get isKnown(): boolean {
    return typeof this.who !== 'string';
  }

  get tokenName(): string | undefined {
    return this.token?.name;
  }

  /**
   * Returns true when the program's token has the scope. Used for permissions for which no `Right`
   * exists.
   */
  hasScope(scope: string): boolean {
    return this.token?.scopes.includes(scope) === true;
  }

  get isToken(): boolean {
    return this.token !== undefined;
  }

  /**
   * Throws a `TypeError` when the visitor is not signed in, or is a program. Call this only behind
   * a guard.
   */
  getSignedIn(): SignedInAccess {
    if (typeof this.who === 'string' || 'token' in this.who) {
      throw new TypeError('Nobody is signed in.');
    }
    return this.who;
  }

  /**
   * Returns the person who is signed in or to whom the token belongs. Throws a 403 when the request
   * comes from neither a person nor a person's token.
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
   * Text that changes when the visitor becomes another person or token, or gets other rights. Open
   * streams compare it to notice such a change.
   */
  get standing(): string {
    if (typeof this.who === 'string') return this.who;
    const { person, token } = this;
    return JSON.stringify([
      ...(token ? ['token', token.id] : []),
      ...(person ? [person.user.id, person.user.isOwner, ...person.projectRoles] : []),
    ]);
  }

  /** True when the visitor may read anything at all beyond the sign-in pages. */
  get canRead(): boolean {
    return this.isGuest || this.isKnown;
  }

  /**
   * Returns the visitor's role in the project, or undefined when the visitor is not allowed to know
   * of the project. A project that does not exist gives the same answer, except to owners.
   */
  findRole(projectId: number): Role | undefined {
    if (this.isGuest) return 'viewer';
    const { person } = this;
    if (person) return toRole(person.user, person.projectRoles.get(projectId));
    return this.isToken ? 'owner' : undefined;
  }

  /**
   * Returns whether the visitor has the right in the project, or in any project when `projectId` is
   * absent.
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
