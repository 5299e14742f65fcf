import { BadRequestException, createParamDecorator, Injectable } from '@nestjs/common';
import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RendererConfig } from '../../../config/renderer-config.ts';

const MOST_ROWS = 100;
const ROWS = /^[1-9]\d{0,4}$/;

const BY_OFFSET = /^\d{1,15}:(?<offset>\d{1,9}):[01]$/;
const MOST_CHARACTERS = 3000;
const BY_EDGE = /^(?<value>-?\d{1,16}):(?<id>\d{1,15}):(?<side>[01])$/;

export class PageOfList {
  constructor(
    readonly offset: number,
    readonly limit: number,
    private readonly tell: (neighbours: Neighbours) => void,
  ) {}

  /**
   * Returns at most `limit` of the rows and sets the header `Link`. `rows` must begin at `offset`,
   * with one row more than the limit when a further page exists.
   */
  show<Row>(rows: readonly Row[]): Row[] {
    const { offset, limit } = this;
    this.tell({
      previous: { cursor: `0:${Math.max(0, offset - limit)}:1`, hasRows: offset > 0 },
      next: { cursor: `0:${offset + limit}:0`, hasRows: rows.length > limit },
    });
    return rows.slice(0, limit);
  }
}

export interface RowCursor {
  readonly value: number;
  readonly id: number;
}

/** A page of a list that is too long for offsets. */
export class CursorPage {
  constructor(
    readonly limit: number,
    /**
     * The page follows this row, or precedes it when `isBefore` is true. Undefined for the first
     * page.
     */
    readonly edge: (RowCursor & { readonly isBefore: boolean }) | undefined,
    private readonly tell: (neighbours: Neighbours) => void,
  ) {}

  /**
   * Throws a 400 for a cursor by offset, such as `0:100:0`, which other servers give. No row of a
   * list by time is of 1970, so the list would seem to end there.
   */
  requireTime(): void {
    if (this.edge?.value === 0) throw refuseCursor();
  }

  /**
   * Returns the page and sets the header `Link`. `rows` must be the rows next to the edge, in the
   * list's order, with one row more than `limit` when another page exists.
   */
  show<Row>(rows: readonly Row[], toEdge: (row: Row) => RowCursor): Row[] {
    const { edge, limit } = this;
    const isBefore = edge?.isBefore === true;
    const hasMore = rows.length > limit;
    const shown = isBefore ? rows.slice(-limit) : rows.slice(0, limit);
    const [first, last] = [shown[0], shown.at(-1)].map((row) => row && toEdge(row));
    this.tell({
      previous: {
        cursor: toCursor(first ?? (edge && toBefore(edge)), 1),
        hasRows: isBefore ? hasMore : edge !== undefined,
      },
      // An empty page has no last row. Its cursor is `0:0:0`, which means the first page.
      next: { cursor: toCursor(last, 0), hasRows: isBefore || hasMore },
    });
    return shown;
  }
}

type Neighbours = Parameters<typeof setLinkHeader>[2];
type Http = ReturnType<ExecutionContext['switchToHttp']>;

@Injectable()
class PageOfListPipe implements PipeTransform<Http, PageOfList> {
  constructor(private readonly config: RendererConfig) {}

  transform(http: Http): PageOfList {
    const { address, cursor, tell } = readAsked(http, this.config);
    const offset = cursor === '' ? '0' : BY_OFFSET.exec(cursor)?.groups?.['offset'];
    if (offset === undefined) throw refuseCursor();
    return new PageOfList(Number(offset), readLimit(address), tell);
  }
}

@Injectable()
class PageByEdgePipe implements PipeTransform<Http, CursorPage> {
  constructor(private readonly config: RendererConfig) {}

  transform(http: Http): CursorPage {
    const { address, cursor, tell } = readAsked(http, this.config);
    const limit = readLimit(address);
    return new CursorPage(limit, readEdge(cursor), tell);
  }
}

/**
 * Returns the edge that a cursor names, or undefined for the first page. Throws a 400 for an
 * invalid cursor.
 */
export function readEdge(cursor: string): CursorPage['edge'] {
  if (cursor === '') return undefined;
  const { value, id, side } = BY_EDGE.exec(cursor)?.groups ?? {};
  if (side === undefined) throw refuseCursor();
  // Clients that count pages from 0 send `0:0:0` or `0:0:1`, and want the first page.
  if (Number(id) === 0 && Number(value) === 0) return undefined;
  return { value: Number(value), id: Number(id), isBefore: side === '1' };
}

function readAsked(http: Http, { publicUrl }: RendererConfig) {
  const { url } = http.getRequest<Request>();
  // The header `Link` contains the address twice, and proxies accept only 8 kB of headers.
  if (url.length > MOST_CHARACTERS) {
    throw new BadRequestException(`An address has at most ${MOST_CHARACTERS} characters.`);
  }
  const address = new URL(publicUrl + url);
  return {
    address,
    cursor: address.searchParams.get('cursor') ?? '',
    tell: (neighbours: Neighbours) =>
      setLinkHeader(http.getResponse<Response>(), address, neighbours),
  };
}

/**
 * Moves the edge by one id, so that the page before it includes the edge row itself. An empty page
 * then leads back to that row.
 */
function toBefore({ value, id }: RowCursor): RowCursor {
  return { value, id: id - 1 };
}

function toCursor(edge: RowCursor | undefined, side: 0 | 1): string {
  return `${edge?.value ?? 0}:${edge?.id ?? 0}:${side}`;
}

function refuseCursor(): BadRequestException {
  return new BadRequestException('The cursor is not one of this list.');
}

const OfRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp(),
);

export const RequestedPage = (): ParameterDecorator => OfRequest(PageOfListPipe);

export const RequestedCursorPage = (): ParameterDecorator => OfRequest(PageByEdgePipe);

interface Neighbour {
  readonly cursor: string;
  readonly hasRows: boolean;
}

function readLimit({ searchParams }: URL): number {
  const count = searchParams.get('per_page') ?? searchParams.get('limit') ?? '';
  return ROWS.test(count) ? Math.min(Number(count), MOST_ROWS) : MOST_ROWS;
}

/** Sets the header `Link` to the previous and next page, in the format of Sentry's API. */
function setLinkHeader(
  response: Response,
  address: URL,
  { previous, next }: { readonly previous: Neighbour; readonly next: Neighbour },
): void {
  const links = [toLink(address, 'previous', previous), toLink(address, 'next', next)];
  response.set('Link', links.join(', '));
}

function toLink(address: URL, rel: string, { cursor, hasRows }: Neighbour): string {
  const there = new URL(address);
  there.searchParams.set('cursor', cursor);
  return `<${there.href}>; rel="${rel}"; results="${hasRows}"; cursor="${cursor}"`;
}
