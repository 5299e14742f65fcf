export function toKeyName(projectId: number, key: string): string {
  return `${projectId}/${key}`;
}
