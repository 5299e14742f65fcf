import { Failure } from './failure.ts';

const TIMEOUT_MS = 15_000;

export interface ServerIssue {
  readonly id: string;
  readonly shortId: string;
  readonly title: string;
  readonly culprit: string;
  readonly permalink: string;
  readonly status: string;
  readonly substatus: string | null;
  readonly count: string;
  readonly userCount: number;
  /**
   * Null unless the issue regressed with an event of a release. Absent when the server is older than
   * the field.
   */
  readonly regressedRelease?: { readonly version: string } | null;
}

/** Sessions of a release since the beginning of yesterday, in UTC. */
export interface ReleaseHealth {
  readonly version: string;
  readonly sessions: number;
  readonly crashed: number;
  /** Sessions that crashed or had an unhandled error. Older servers send neither number. */
  readonly failed?: number;
  /** Sessions of the hours that say how many failed. */
  readonly failedOf?: number;
  /** The address of the release's page. */
  readonly permalink: string | null;
}

/** Names of a project that ran out, so that events or sessions with further names count as others. */
export interface NameShortage {
  readonly project: string;
  readonly names: 'release' | 'environment' | 'session';
  readonly lastAt: string;
}

/**
 * Calls an Errata server's API with a token. Every method throws a `Failure` when the server
 * refuses or does not answer.
 */
export class Server {
  private organisation?: string;

  private readonly url: string;
  private readonly token: string;

  /** `url` must not end with a slash. */
  constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  /** Lists at most 100 issues. */
  async listIssues(parameters: Readonly<Record<string, string>>): Promise<readonly ServerIssue[]> {
    const query = new URLSearchParams({ limit: '100', ...parameters }).toString();
    const organisation = encodeURIComponent(await this.getOrganisation());
    const path = `/api/0/organizations/${organisation}/issues/?${query}`;
    return this.askJson(path, (value) => (isListOf(value, isIssue) ? value : undefined));
  }

  /** Lists releases with sessions that have this version, with any package where it names none. */
  async listHealth(
    version: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<readonly ReleaseHealth[]> {
    const organisation = encodeURIComponent(await this.getOrganisation());
    const query = new URLSearchParams(parameters).toString();
    const path = `/api/0/organizations/${organisation}/releases/${encodeURIComponent(version)}/health/?${query}`;
    return this.askJson(path, (value) => (isListOf(value, isHealth) ? value : undefined));
  }

  /** Keeps a place for the release and the environment, and lists where names ran out. */
  async listShortages(
    version: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<readonly NameShortage[]> {
    const organisation = encodeURIComponent(await this.getOrganisation());
    const query = new URLSearchParams(parameters).toString();
    const path = `/api/0/organizations/${organisation}/releases/${encodeURIComponent(version)}/watch/?${query}`;
    const read = (value: unknown) => (isListOf(value, isShortage) ? value : undefined);
    return this.askJson(path, read, { method: 'PUT' });
  }

  async readMarkdown(issue: string): Promise<string> {
    const name = encodeURIComponent(issue);
    // Asks the API first, because only the API explains in a sentence that the issue's name is
    // wrong.
    await this.ask(`/api/0/issues/${name}/`);
    return this.ask(`/issues/${name}.md`);
  }

  async change(issue: string, changes: object): Promise<ServerIssue> {
    const path = `/api/0/issues/${encodeURIComponent(issue)}/`;
    const init = { method: 'PUT', body: JSON.stringify(changes) };
    return this.askJson(path, (value) => (isIssue(value) ? value : undefined), init);
  }

  private async getOrganisation(): Promise<string> {
    this.organisation ??= await this.askJson('/api/0/organizations/', (value) => {
      const [first] = Array.isArray(value) ? (value as { slug?: unknown }[]) : [];
      return typeof first?.slug === 'string' ? first.slug : undefined;
    });
    return this.organisation;
  }

  /** `read` returns undefined for an unexpected answer, such as one from a proxy. */
  private async askJson<Answer>(
    path: string,
    read: (value: unknown) => Answer | undefined,
    init: RequestInit = {},
  ): Promise<Answer> {
    const answer = read(toJson(await this.ask(path, init)));
    if (answer !== undefined) return answer;
    throw new Failure(`${this.url} does not answer as an Errata does.`);
  }

  private async ask(path: string, init: RequestInit = {}): Promise<string> {
    const headers = {
      Authorization: `Bearer ${this.token}`,
      Accept: 'application/json',
      ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { answer, text } = await this.read(path, { ...init, headers, signal });
    if (answer.ok) return text;
    throw new Failure(toSentence(answer, text, this.url), { cause: answer.status });
  }

  private async read(path: string, init: RequestInit): Promise<{ answer: Response; text: string }> {
    try {
      // Does not follow redirects, because they lead to a sign-in page.
      const answer = await fetch(this.url + path, { ...init, redirect: 'manual' });
      return { answer, text: await answer.text() };
    } catch (error) {
      throw new Failure(`${this.url} does not answer: ${toReason(error)}.`);
    }
  }
}

function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(is);
}

function isIssue(value: unknown): value is ServerIssue {
  const { id, shortId, title, culprit, permalink, status, count } = (value ?? {}) as ServerIssue;
  return [id, shortId, title, culprit, permalink, status, count].every(
    (text) => typeof text === 'string',
  );
}

function isHealth(value: unknown): value is ReleaseHealth {
  const { version, sessions, crashed, failed = 0, failedOf = 0 } = (value ?? {}) as ReleaseHealth;
  return (
    typeof version === 'string' &&
    [sessions, crashed, failed, failedOf].every((count) => Number.isSafeInteger(count))
  );
}

function isShortage(value: unknown): value is NameShortage {
  const { project, names, lastAt } = (value ?? {}) as NameShortage;
  return [project, names, lastAt].every((text) => typeof text === 'string');
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toReason(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || cause.name : message;
}

function toSentence({ status, statusText }: Response, text: string, url: string): string {
  const { detail } = (toJson(text) ?? {}) as { detail?: unknown };
  const said = typeof detail === 'string' ? detail : `${status} ${statusText}`.trim();
  return status === 401 ? `${url} does not take the token: ${said}.` : `${url} says: ${said}`;
}
