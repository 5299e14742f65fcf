import type { Address, OutcomeProps } from '#shared';
import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { beginVisit } from '../chain/chain-visit.ts';
import type { Chain } from '../chain/chain.ts';
import type { LayoutContext } from '../chain/layout-context.ts';
import { toOutcome } from '../outcomes/outcome.ts';
import { RecentLines } from '#telemetry';
import { ErrorMonitoring } from '../monitoring/error-monitoring.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { RedirectTargets } from '../outcomes/redirect-targets.ts';
import { OutcomeSegments } from '../outcomes/outcome-segments.ts';
import { OutcomeView } from '../pages/outcome-view.decorator.ts';
import type { PageHead } from '../head/page-head.ts';
import type { OutcomeViews } from '../pages/outcome-view.decorator.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import type { RenderingOptions } from '../rendering.options.ts';
import { OutcomeAnswer } from './outcome-answer.ts';
import { PageAnswers } from './page-answers.ts';
import type { PageAnswer } from '../answer/page-answer.ts';

type Options = Pick<RenderingOptions, 'development' | 'publicOrigin' | 'basePath'> &
  Partial<RenderingOptions>;

const TITLES: Readonly<Record<number, string>> = { 404: 'Nicht da', 429: 'Zu viel' };

const head = ({ status, lang }: OutcomeProps): PageHead => ({
  title: `${TITLES[status]} (${lang})`,
});

@OutcomeView(404, 'own-missing', { head })
@OutcomeView(400, 'own-refused', { head })
class Outcomes {}

const OPTIONS: Options = {
  development: false,
  publicOrigin: 'https://errata.example',
  basePath: '/base',
};

interface LayoutDouble {
  readonly view: string;
  readonly outcomeViews?: OutcomeViews;
  readonly refuses?: boolean;
  readonly fails?: boolean;
}

function layoutOf(
  { view, outcomeViews = {}, refuses, fails }: LayoutDouble,
  loaded: string[],
): LayoutContext {
  return {
    view,
    outcomeViews,
    options: {},
    keyOf: () => view,
    passGuards: async () => {
      if (refuses) throw new Error('refused');
    },
    load: async () => {
      loaded.push(view);
      if (fails) throw new Error('failed');
      return {};
    },
  } as unknown as LayoutContext;
}

class NotedResponse {
  readonly headers = new Map<string, string>();
  statusCode = 0;
  contentType = '';

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  once(): this {
    return this;
  }

  set(name: string, value: string): this {
    this.headers.set(name, value);
    return this;
  }

  type(value: string): this {
    this.contentType = value;
    return this;
  }
}

describe('OutcomeAnswer', () => {
  const error = new Error('broken');
  let lines: string[];
  let loaded: string[];
  let answered: PageAnswer[];
  let broken: Map<string, Error>;
  let response: NotedResponse;
  let withoutPage: Chain;
  let isOtherBuild: boolean;
  let options: Options;

  beforeEach(() => {
    lines = [];
    const note = (line: unknown): unknown => lines.push(String(line));
    Logger.overrideLogger({ log: note, warn: note, error: note });
    loaded = [];
    answered = [];
    broken = new Map();
    response = new NotedResponse();
    withoutPage = { layouts: [], ownOutcomeViews: [] };
    isOtherBuild = false;
    options = OPTIONS;
  });

  afterEach(() => Logger.overrideLogger(true));

  function makeAnswer(): OutcomeAnswer {
    const pages = {
      sendTo: PageAnswers.prototype.sendTo,
      answer: async (_request: Request, _response: Response, answer: PageAnswer) => {
        answered.push(answer);
        for (const { segment } of answer.segments) {
          const failure = broken.get(segment.view);
          if (failure) throw failure;
        }
        return viewsOf(answer).join(' ');
      },
    };
    const pageData = {
      isOtherBuild: () => isOtherBuild,
      demandDocument: () => 'another build',
      sendRedirect: (_request: Request, _response: Response, location: string) =>
        `line 1 to ${location}`,
    };
    return new OutcomeAnswer(
      options as RenderingOptions,
      { withoutPage } as never,
      new OutcomeSegments(options as RenderingOptions),
      pages as never,
      pageData as never,
      new FaultLog(new ErrorMonitoring(undefined, new RecentLines()), {} as never),
      new RedirectTargets(options as RenderingOptions),
    );
  }

  function requestWith(headers: Record<string, string> = {}): Request {
    return {
      url: '/issues',
      path: '/issues',
      protocol: 'http',
      headers: { host: 'localhost:3000', ...headers },
      headersDistinct: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, [value]]),
      ),
    } as unknown as Request;
  }

  async function show(
    layouts: readonly LayoutDouble[],
    {
      own = [],
      thrown = error,
      headers = {},
    }: { own?: OutcomeViews[]; thrown?: Error; headers?: Record<string, string> } = {},
  ): Promise<unknown> {
    const request = requestWith(headers);
    const chain: Chain = {
      layouts: layouts.map((each) => layoutOf(each, loaded)),
      ownOutcomeViews: own,
    };
    beginVisit(chain, request, response as unknown as Response);
    return makeAnswer().show(toOutcome(thrown), thrown, request, response as unknown as Response);
  }

  function viewsOf({ segments }: PageAnswer): string[] {
    return segments.map(({ segment }) => segment.view);
  }

  describe('the page of an outcome', () => {
    it('stands inside the layouts around the requested page, with its status', async () => {
      const body = await show([{ view: 'outer' }, { view: 'inner' }]);
      expect(body).toBe('outer inner rendering/error.page');
      expect(answered).toMatchObject([{ status: 500, staleMs: 0 }]);
    });

    it('stands inside the layouts of the application where no page was reached', async () => {
      withoutPage = { layouts: [layoutOf({ view: 'frame' }, loaded)], ownOutcomeViews: [] };
      const request = requestWith();
      const body = await makeAnswer().show(
        toOutcome(error),
        error,
        request,
        response as unknown as Response,
      );
      expect(body).toBe('frame rendering/error.page');
    });

    it('stands inside the layouts before one that refuses, which is not loaded', async () => {
      const body = await show([{ view: 'outer' }, { view: 'inner', refuses: true }]);
      expect(body).toBe('outer rendering/error.page');
      expect(loaded).toEqual(['outer']);
    });

    it('stands inside the layouts before the first layout that does not load', async () => {
      const layouts = [{ view: 'outer' }, { view: 'middle', fails: true }, { view: 'inner' }];
      expect(await show(layouts)).toBe('outer rendering/error.page');
    });

    it('needs no layouts loaded that the client holds', async () => {
      const headers = { 'router-state': 'b1 outer' };
      await show([{ view: 'outer', fails: true }, { view: 'inner' }], { headers });
      expect(loaded).toEqual(['inner']);
      expect(answered.map(viewsOf)).toEqual([['outer', 'inner', 'rendering/error.page']]);
      expect(answered[0]?.segments[0]?.segment).not.toHaveProperty('data');
    });

    it.each<[number, OutcomeViews, string, string]>([
      [404, {}, 'own-missing', 'Nicht da (de)'],
      [429, {}, 'own-refused', 'Zu viel (de)'],
      [429, { 400: 'near-refused' }, 'near-refused', 'Refused'],
      [404, { 400: 'near-refused' }, 'own-missing', 'Nicht da (de)'],
      [403, { 403: 'near-forbidden', 400: 'near-refused' }, 'near-forbidden', 'Not allowed'],
      [503, { 400: 'near-refused' }, 'rendering/error.page', 'Error'],
    ])(
      'has the view of its status, else that of 400 (%i, near: %j), with the title of that view',
      async (status, near, view, title) => {
        options = { ...OPTIONS, outcomes: Outcomes, lang: () => 'de', start: '/de' as Address };
        await show([], { own: [near], thrown: new HttpException('', status) });
        expect(answered[0]?.segments[0]?.segment).toMatchObject({
          view,
          head: { title, noindex: true },
          data: { status, lang: 'de', start: '/de' },
        });
      },
    );

    it('says of a fault what the product says, and leaves the reasons of others alone', async () => {
      options = { ...OPTIONS, texts: () => ({ fault: 'Hélas.' }) };
      await show([]);
      await show([], { thrown: new HttpException('', 404) });
      const [first, second] = answered.map(({ segments }) => segments[0]?.segment.data);
      expect(first).toMatchObject({ detail: 'Hélas.' });
      expect(second).not.toMatchObject({ detail: 'Hélas.' });
    });

    it('gives way to a refusal for a client of another build, and loads nothing', async () => {
      isOtherBuild = true;
      expect(await show([{ view: 'outer' }])).toBe('another build');
      expect(loaded).toHaveLength(0);
    });
  });

  describe('a view that does not render', () => {
    it('moves the outcome further out, as often as needed', async () => {
      broken.set('middle', new Error('broken layout'));
      const layouts = [{ view: 'outer' }, { view: 'middle' }, { view: 'inner' }];
      expect(await show(layouts)).toBe('outer rendering/error.page');
    });

    it('gives way to another outcome view when it shows the outcome itself', async () => {
      broken.set('own', new Error('broken view'));
      const layouts = [{ view: 'outer', outcomeViews: { 500: 'outer-error' } }, { view: 'inner' }];
      const body = await show(layouts, { own: [{ 500: 'own' }] });
      expect(body).toBe('outer outer-error');
    });

    it('has its failure logged', async () => {
      broken.set('inner', new Error('broken layout'));
      broken.set('own', new Error('broken view'));
      await show([{ view: 'outer' }, { view: 'inner' }], { own: [{ 500: 'own' }] });
      expect(lines).toEqual([expect.stringContaining('broken layout')]);
    });

    it('is logged once when the same error fails every view', async () => {
      broken.set('inner', error);
      broken.set('rendering/error.page', error);
      await show([{ view: 'outer' }, { view: 'inner' }]);
      expect(lines).toHaveLength(1);
    });

    it('leads to an answer without any view when no view renders', async () => {
      broken.set('rendering/error.page', new Error('broken view'));
      const body = String(await show([{ view: 'outer' }]));
      expect(answered.map(viewsOf)).toEqual([
        ['outer', 'rendering/error.page'],
        ['rendering/error.page'],
      ]);
      expect(body).toContain('Application error: a server-side exception has occurred');
      expect(body).toContain(`Digest: ${toOutcome(error).fault?.digest}`);
      expect(body).not.toContain('broken');
      expect(response).toMatchObject({ statusCode: 500, contentType: 'html' });
    });
  });

  describe('an answer without any view', () => {
    beforeEach(() => {
      broken.set('rendering/error.page', new Error('broken view'));
    });

    it('carries the trace that the browser continues', async () => {
      const monitoring = { dsn: 'http://key@localhost/2', release: 'r', environment: 'e' };
      options = { ...OPTIONS, monitoring };
      expect(await show([])).toMatch(/<meta name="sentry-trace" content="[0-9a-f]{32}-/);
    });

    it('shows the thrown error in development alone', async () => {
      options = { ...OPTIONS, development: true };
      expect(await show([])).toContain('<pre>broken');
    });
  });

  describe('a redirect', () => {
    function redirect(
      address: string,
      headers: Record<string, string> = {},
      status: 303 | 307 = 307,
    ): unknown {
      return makeAnswer().redirect(
        new RedirectException(address as Address, status),
        requestWith(headers),
        response as unknown as Response,
      );
    }

    it('leads within the application by status and Location alone', () => {
      expect(redirect('/users')).toBe('');
      expect(response.statusCode).toBe(307);
      expect(response.headers.get('Location')).toBe('/base/users');
    });

    it.each(['http://localhost:3000/users', 'https://errata.example/users'])(
      'leads within the application by either of its origins: %s',
      (address) => {
        redirect(address, { 'router-state': 'b1' });
        expect(response.headers.get('Location')).toBe('/users');
      },
    );

    it('leads a document anywhere by Location', () => {
      redirect('https://elsewhere.example/#part');
      expect(response.headers.get('Location')).toBe('https://elsewhere.example/#part');
    });

    it.each([
      ['https://elsewhere.example/', 'https://elsewhere.example/'],
      ['/users#part', '/base/users#part'],
    ])('leads page data by its first line where a fetch cannot follow: %s', (address, location) => {
      expect(redirect(address, { 'router-state': 'b1' })).toBe(`line 1 to ${location}`);
      expect(response.headers.size).toBe(0);
    });

    it.each(['', 'not a host', 'a b'])('works whatever the Host header says: %j', (host) => {
      redirect('/users', { host });
      expect(response.headers.get('Location')).toBe('/base/users');
    });

    it.each([303, 307] as const)('fails when the page would lead to itself by %i', (status) => {
      expect(() => redirect('/issues', {}, status)).toThrow('This page leads to itself.');
      expect(response.statusCode).toBe(0);
    });
  });
});
