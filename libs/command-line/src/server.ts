import { Failure } from './failure.ts';

const TIMEOUT_MS = 15_000;

/** An issue as `/api/0` answers it. */
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
  readonly lastSeen: string;
}

export interface Activity {
  readonly type: string;
  readonly dateCreated: string;
}

/** An Errata, asked with a token. Every method throws a `Failure`. */
export class Server {
  /** Epoch milliseconds by the server's clock, as its latest answer said; absent before the first. */
  nowMs?: number;
  #organisation: Promise<string> | undefined;

  constructor(
    /** Without a slash at its end. */
    private readonly url: string,
    private readonly token: string,
  ) {}

  async listIssues(parameters: Readonly<Record<string, string>>): Promise<readonly ServerIssue[]> {
    const query = new URLSearchParams(parameters).toString();
    const organisation = await this.findOrganisation();
    const answer = await this.ask(`/api/0/organizations/${organisation}/issues/?${query}`);
    return (await answer.json()) as ServerIssue[];
  }

  /** The newest first. */
  async listActivities(issue: string): Promise<readonly Activity[]> {
    const answer = await this.ask(`/api/0/issues/${encodeURIComponent(issue)}/activities/`);
    return ((await answer.json()) as { activity: Activity[] }).activity;
  }

  async readMarkdown(issue: string): Promise<string> {
    // The API says in a sentence what is wrong with the name.
    await this.ask(`/api/0/issues/${encodeURIComponent(issue)}/`);
    return (await this.ask(`/issues/${encodeURIComponent(issue)}.md`)).text();
  }

  async change(issue: string, changes: object): Promise<ServerIssue> {
    const path = `/api/0/issues/${encodeURIComponent(issue)}/`;
    const answer = await this.ask(path, { method: 'PUT', body: JSON.stringify(changes) });
    return (await answer.json()) as ServerIssue;
  }

  private findOrganisation(): Promise<string> {
    this.#organisation ??= this.ask('/api/0/organizations/')
      .then((answer) => answer.json() as Promise<{ slug: string }[]>)
      .then(([first]) => encodeURIComponent(first?.slug ?? ''));
    // One that failed is asked for again.
    this.#organisation.catch(() => (this.#organisation = undefined));
    return this.#organisation;
  }

  private async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      Authorization: `Bearer ${this.token}`,
      Accept: 'application/json',
      ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(this.url + path, { ...init, headers, signal }).catch(
      (error: unknown) => {
        throw new Failure(`${this.url} does not answer: ${toReason(error)}.`);
      },
    );
    const dateMs = Date.parse(answer.headers.get('Date') ?? '');
    if (!Number.isNaN(dateMs)) this.nowMs = dateMs;
    if (answer.ok) return answer;
    throw new Failure(await toSentence(answer, this.url), { cause: answer.status });
  }
}

function toReason(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || String(cause) : message;
}

async function toSentence(answer: Response, url: string): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as { detail?: unknown };
  const detail = typeof body.detail === 'string' ? body.detail : answer.statusText;
  return answer.status === 401
    ? `${url} does not take the token: ${detail}.`
    : `${url} says: ${detail}`;
}
