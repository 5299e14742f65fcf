/**
 * Names whom an invitation invites, to what and as what. `invited` is the role and the address, or
 * the role alone in entries of older versions.
 */
export function toInvited(invited: unknown, project = ''): string {
  const [role, email] = [invited].flat() as (string | undefined)[];
  return `${email || 'somebody'}${project && ` to ${project}`} as ${role}`;
}
