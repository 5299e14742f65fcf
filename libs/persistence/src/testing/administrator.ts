import { Client } from 'pg';

export async function asAdministrator<Result>(
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectAsAdministrator();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The caller ends the connection. */
export async function connectAsAdministrator(): Promise<Client> {
  const client = new Client({ connectionString: requireServerUrl() });
  await client.connect();
  return client;
}

export function toDatabaseUrl(name: string): string {
  const url = new URL(requireServerUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function requireServerUrl(): string {
  const url = process.env['ERRATA_TEST_POSTGRES_URL'];
  if (url === undefined) {
    throw new Error(
      'ERRATA_TEST_POSTGRES_URL is not set: run the specs through Jest’s global set-up.',
    );
  }
  return url;
}
