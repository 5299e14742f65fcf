import { BadRequestException, createParamDecorator, Injectable } from '@nestjs/common';
import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import { readLimit, tellNeighbours } from './list-links.ts';

const BY_OFFSET = /^\d{1,15}:(?<offset>\d{1,9}):[01]$/;
const MOST_CHARACTERS = 3000;
const BY_EDGE = /^(?<value>-?\d{1,16}):(?<id>\d{1,15}):(?<side>[01])$/;

/** The part of a list that a program asks for, by `cursor` and `per_page` of the address. */
export class PageOfList {
  constructor(
    readonly offset: number,
    /** 1 to 100. */
    readonly limit: number,
    private readonly tell: (neighbours: Neighbours) => void,
  ) {}

  /**
   * Answers rows that begin at `offset`, at most `limit` of them. One more row says that there are more: clients read that
   * in the header `Link`.
   */
  show<Row>(rows: readonly Row[]): Row[] {
    const { offset, limit } = this;
    this.tell({
      previous: { cursor: `0:${Math.max(0, offset - limit)}:1`, isThere: offset > 0 },
      next: { cursor: `0:${offset + limit}:0`, isThere: rows.length > limit },
    });
    return rows.slice(0, limit);
  }
}

/** A row at the edge of a page: its id, and what it has of what the list is sorted by. */
export interface Edge {
  readonly value: number;
  readonly id: number;
}

/** The part of a list that is too long for offsets: it begins or ends beside a row. */
export class PageByEdge {
  constructor(
    /** 1 to 100. */
    readonly limit: number,
    /** The page is after this row, or, when `isBefore`, before it. Undefined: the first page. */
    readonly edge: (Edge & { readonly isBefore: boolean }) | undefined,
    private readonly tell: (neighbours: Neighbours) => void,
  ) {}

  /**
   * Answers the page. `rows` are those beside the edge in the order of the list, `limit` and one more, which tells whether
   * there is another page.
   */
  show<Row>(rows: readonly Row[], toEdge: (row: Row) => Edge): Row[] {
    const { edge, limit } = this;
    const isBefore = edge?.isBefore === true;
    const hasMore = rows.length > limit;
    const shown = isBefore ? rows.slice(-limit) : rows.slice(0, limit);
    const [first, last] = [shown[0], shown.at(-1)].map((row) => row && toEdge(row));
    this.tell({
      previous: {
        cursor: toCursor(first ?? (edge && toBefore(edge)), 1),
        isThere: isBefore ? hasMore : edge !== undefined,
      },
      // Nothing before the edge: the list begins with it.
      next: { cursor: toCursor(last, 0), isThere: isBefore || hasMore },
    });
    return shown;
  }
}

type Neighbours = Parameters<typeof tellNeighbours>[2];
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
class PageByEdgePipe implements PipeTransform<Http, PageByEdge> {
  constructor(private readonly config: RendererConfig) {}

  transform(http: Http): PageByEdge {
    const { address, cursor, tell } = readAsked(http, this.config);
    const limit = readLimit(address);
    return new PageByEdge(limit, readEdge(cursor), tell);
  }
}

/** The edge that a cursor names; undefined for the first page. Throws 400. */
export function readEdge(cursor: string): PageByEdge['edge'] {
  if (cursor === '') return undefined;
  const { value, id, side } = BY_EDGE.exec(cursor)?.groups ?? {};
  if (side === undefined) throw refuseCursor();
  // `0:0:0` and `0:0:1`: clients that count from 0 mean the first page.
  if (Number(id) === 0 && Number(value) === 0) return undefined;
  return { value: Number(value), id: Number(id), isBefore: side === '1' };
}

function readAsked(http: Http, { publicUrl }: RendererConfig) {
  const { url } = http.getRequest<Request>();
  // The header `Link` has it twice, and proxies take 8 kB of headers.
  if (url.length > MOST_CHARACTERS) {
    throw new BadRequestException(`An address has at most ${MOST_CHARACTERS} characters.`);
  }
  const address = new URL(publicUrl + url);
  return {
    address,
    cursor: address.searchParams.get('cursor') ?? '',
    tell: (neighbours: Neighbours) =>
      tellNeighbours(http.getResponse<Response>(), address, neighbours),
  };
}

/** Before it stands what was the edge, too: a page that has become empty leads back to that row. */
function toBefore({ value, id }: Edge): Edge {
  return { value, id: id - 1 };
}

function toCursor(edge: Edge | undefined, side: 0 | 1): string {
  return `${edge?.value ?? 0}:${edge?.id ?? 0}:${side}`;
}

function refuseCursor(): BadRequestException {
  return new BadRequestException('The cursor is not one of this list.');
}

const OfRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp(),
);

/** The `PageOfList` that is asked for. */
export const AskedPage = (): ParameterDecorator => OfRequest(PageOfListPipe);

/** The `PageByEdge` that is asked for. */
export const AskedEdge = (): ParameterDecorator => OfRequest(PageByEdgePipe);
