import supertest from 'supertest';
import { documentPayloadId, pageDataHeaders } from '#shared';
import type {
  DeferredDatum,
  DeferredOutcome,
  DocumentPayload,
  FieldErrors,
  PageData,
} from '#shared';
import type { Renderer } from '../../../src/create-renderer.ts';

type Product = Pick<Renderer, 'app'>;

/** Headers that tell the product who asks, such as `{ Cookie: 'session=…' }`. */
export type Visitor = Readonly<Record<string, string>>;

interface Asking {
  readonly as?: Visitor;
}

/** The answer at a page's address: a page, an outcome or a redirect. */
export interface AnsweredPage {
  readonly status: number;
  readonly location?: string;
  /** Name of the view shown, such as `rooms/room.page`. Absent for a redirect. */
  readonly view?: string;
  /** Props of that view: the loader's result, with all deferred data that arrived. */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * Outcomes of deferred data that failed, by the name of the prop. Absent where all data arrived.
   */
  readonly failed?: Readonly<Record<string, DeferredOutcome>>;
}

export interface RenderedPage extends AnsweredPage {
  readonly title: string;
  readonly head: string;
  readonly html: string;
  /** Visible text of the page, with single blanks. */
  readonly text: string;
}

export interface RanAction {
  /**
   * 200 when the action was done, 303 when it redirects, 422 with `errors`, or the status of a
   * refusal.
   */
  readonly status: number;
  readonly location?: string;
  readonly result?: unknown;
  readonly errors?: FieldErrors;
  readonly flash?: string;
}

/**
 * Renders the document at a path, as a browser without scripts gets it. Guards, pipes, layouts and
 * the loader run, and all deferred data is included. Rejects when the answer is no page and no
 * redirect.
 */
export async function renderPage(
  { app }: Product,
  path: string,
  { as = {} }: Asking = {},
): Promise<RenderedPage> {
  const whole = `${path}${path.includes('?') ? '&' : '?'}_whole=1`;
  const answer = await supertest(app.getHttpServer())
    .get(whole)
    .set({ Accept: 'text/html', ...as });
  const { text: document } = answer;
  const { page, settled } = readPayload(document);
  const html = between(document, /<div id="root"[^>]*>/, PAYLOAD);
  return {
    ...toAnswered(answer, page, settled),
    title: decode(between(document, /<title>/, /<\/title>/)),
    head: between(document, /<head>/, /<\/head>/),
    html,
    text: toText(html),
  };
}

/**
 * Loads the page at a path without rendering it, as for a navigation in a browser that has none of
 * the page's layouts. Rejects when the answer is no page and no redirect.
 */
export async function loadPage(
  { app }: Product,
  path: string,
  { as = {} }: Asking = {},
): Promise<AnsweredPage> {
  const answer = await supertest(app.getHttpServer())
    .get(path)
    .set({ [pageDataHeaders.routerState]: '?', ...as });
  const [page, ...late] = readLines(answer);
  return toAnswered(answer, page, late);
}

/**
 * Runs the named action of the page at a path with these fields, as a form of the page sends it.
 */
export async function runAction(
  { app }: Product,
  path: string,
  { name, fields = {}, as = {} }: { readonly name: string; readonly fields?: object } & Asking,
): Promise<RanAction> {
  const answer = await supertest(app.getHttpServer())
    .post(path)
    .set({ 'Sec-Fetch-Site': 'same-origin', Action: name, ...as })
    .type('form')
    .send(fields);
  const [page] = readLines(answer);
  const location = toLocation(answer, page);
  return {
    status: answer.status,
    ...(location === undefined ? {} : { location }),
    ...(page && 'result' in page ? { result: page.result } : {}),
    ...(page?.errors ? { errors: page.errors } : {}),
    ...(page?.flash ? { flash: page.flash.text } : {}),
  };
}

const PAYLOAD = new RegExp(`<script[^>]* id="${documentPayloadId}">`);

type Answer = Pick<supertest.Response, 'status' | 'headers' | 'text'>;

function toAnswered(
  answer: Answer,
  page: PageData | undefined,
  late: readonly DeferredDatum[] = [],
): AnsweredPage {
  const location = toLocation(answer, page);
  if (!page && location === undefined) {
    throw new Error(`No page answers there, but ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  const segment = page?.segments.at(-1);
  const own = late.filter((each) => each.segment === (page?.segments.length ?? 0) - 1);
  const arrived = own.flatMap((each) => ('data' in each ? [[each.name, each.data]] : []));
  const failed = own.flatMap((each) => ('outcome' in each ? [[each.name, each.outcome]] : []));
  return {
    status: answer.status,
    ...(location === undefined ? {} : { location }),
    ...(segment ? { view: segment.view } : {}),
    data: { ...(segment?.data as object), ...(Object.fromEntries(arrived) as object) },
    ...(failed.length > 0
      ? { failed: Object.fromEntries(failed) as Record<string, DeferredOutcome> }
      : {}),
  };
}

function toLocation({ headers }: Answer, page: PageData | undefined): string | undefined {
  return page?.location ?? headers['location'];
}

function readPayload(document: string): Partial<DocumentPayload> {
  return JSON.parse(between(document, PAYLOAD, /<\/script>/) || '{}') as Partial<DocumentPayload>;
}

function readLines({ headers, text }: Answer): [page?: PageData, ...late: DeferredDatum[]] {
  if (!String(headers['content-type']).startsWith('application/x-ndjson')) return [];
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as unknown) as [PageData, ...DeferredDatum[]];
}

function between(text: string, from: RegExp, to: RegExp): string {
  const begin = from.exec(text);
  if (!begin) return '';
  const rest = text.slice(begin.index + begin[0].length);
  return rest.slice(0, to.exec(rest)?.index);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function decode(html: string): string {
  return html.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

function toText(html: string): string {
  const tagless = html.replaceAll(/<!--.*?-->/gs, '').replaceAll(/<[^>]*>/g, ' ');
  return decode(tagless).replaceAll(/\s+/g, ' ').trim();
}
