/** Returns a name of a key or id that is unique over all projects. */
export function toKeyName(projectId: number, key: string): string {
  return `${projectId}/${key}`;
}
