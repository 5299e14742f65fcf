import { BadRequestException, createParamDecorator, Injectable } from '@nestjs/common';
import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RendererConfig } from '../../../../config/renderer-config.ts';

const MOST = 100;
const CURSOR = /^\d{1,15}:(?<offset>\d{1,9}):[01]$/;
const COUNT = /^[1-9]\d{0,4}$/;

/** The part of a list that a program asks for, by `cursor` and `per_page` of the address. */
export class PageOfList {
  constructor(
    readonly offset: number,
    /** 1 to 100. */
    readonly limit: number,
    private readonly tell: (link: string) => void,
    private readonly address: URL,
  ) {}

  /**
   * Answers rows that begin at `offset`, at most `limit` of them. One more row says that there are more: clients read that
   * in the header `Link`.
   */
  show<Row>(rows: readonly Row[]): Row[] {
    const { offset, limit } = this;
    const before = { cursor: `0:${Math.max(0, offset - limit)}:1`, isThere: offset > 0 };
    const after = { cursor: `0:${offset + limit}:0`, isThere: rows.length > limit };
    this.tell(`${this.link('previous', before)}, ${this.link('next', after)}`);
    return rows.slice(0, limit);
  }

  private link(rel: string, { cursor, isThere }: { cursor: string; isThere: boolean }): string {
    const address = new URL(this.address);
    address.searchParams.set('cursor', cursor);
    return `<${address.href}>; rel="${rel}"; results="${isThere}"; cursor="${cursor}"`;
  }
}

type Http = ReturnType<ExecutionContext['switchToHttp']>;

@Injectable()
class PageOfListPipe implements PipeTransform<Http, PageOfList> {
  constructor(private readonly config: RendererConfig) {}

  transform(http: Http): PageOfList {
    const { url } = http.getRequest<Request>();
    const address = new URL(this.config.publicUrl + url);
    const cursor = address.searchParams.get('cursor') ?? '';
    const offset = cursor === '' ? '0' : CURSOR.exec(cursor)?.groups?.['offset'];
    if (offset === undefined) throw new BadRequestException('The cursor is not one of this list.');
    const count = address.searchParams.get('per_page') ?? '';
    const limit = COUNT.test(count) ? Math.min(Number(count), MOST) : MOST;
    const tell = (link: string) => void http.getResponse<Response>().set('Link', link);
    return new PageOfList(Number(offset), limit, tell, address);
  }
}

const OfRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp(),
);

/** The `PageOfList` that is asked for. */
export const AskedPage = (): ParameterDecorator => OfRequest(PageOfListPipe);
