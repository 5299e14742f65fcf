/** Names what has that key, or id, in its project over all projects. */
export function toKeyName(projectId: number, key: string): string {
  return `${projectId}/${key}`;
}
