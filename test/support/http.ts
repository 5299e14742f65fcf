/** Returns status and text of an answer; status 0 when none comes. */
export async function ask(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { headers });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

export async function isSilent(port: number): Promise<boolean> {
  return (await ask(`http://127.0.0.1:${port}/health/live`)).status === 0;
}
