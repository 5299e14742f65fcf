export function toCookies(
  cookie: string,
  { headers }: { headers: Record<string, unknown> },
): string {
  const set = (headers['set-cookie'] ?? []) as readonly string[];
  const kept = new Map<string, string>();
  for (const each of [...cookie.split('; '), ...set]) {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(each) ?? [];
    if (value === '') kept.delete(name);
    else kept.set(name, value);
  }
  return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
}
