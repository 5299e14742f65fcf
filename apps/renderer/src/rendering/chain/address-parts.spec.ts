import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { createParamDecorator, Headers, Param, ParseIntPipe, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { listAddressParts } from './address-parts.ts';
import type { LayoutClass } from '../pages/layout.decorator.ts';

const User = createParamDecorator(() => 'somebody');

const REQUEST = {
  params: { project: 'web', issue: '7' },
  query: { environment: 'prod', tag: ['a', 'b'] },
} as unknown as Request;

function partsOf(layout: LayoutClass): unknown[] {
  return listAddressParts(layout).map(({ name, read }) => [name, read(REQUEST)]);
}

describe('listAddressParts', () => {
  it('returns nothing where the loader takes no parameters', () => {
    class Bare {
      load(): object {
        return {};
      }
    }
    expect(partsOf(Bare)).toEqual([]);
  });

  it('returns the parameters that the loader names, in the order of their names', () => {
    class Named {
      load(
        @Query('tag') _tag: string[],
        @Param('project') _project: string,
        @Query('environment') _environment: string,
        @Param('issue', ParseIntPipe) _issue: number,
      ): object {
        return {};
      }
    }
    expect(partsOf(Named)).toEqual([
      ['?environment', 'prod'],
      ['?tag', ['a', 'b']],
      ['issue', '7'],
      ['project', 'web'],
    ]);
  });

  it('tells a parameter of the path from a parameter of the query by the same name', () => {
    class Both {
      load(@Param('project') _own: string, @Query('project') _asked: string): object {
        return {};
      }
    }
    expect(partsOf(Both)).toEqual([
      ['?project', undefined],
      ['project', 'web'],
    ]);
  });

  it('returns all parameters where the loader takes them whole, with or without pipes', () => {
    class Whole {
      load(@Param() _params: object, @Query(ParseIntPipe) _query: object): object {
        return {};
      }
    }
    expect(partsOf(Whole)).toEqual([
      ['*', { project: 'web', issue: '7' }],
      ['?', { environment: 'prod', tag: ['a', 'b'] }],
    ]);
  });

  it('ignores arguments of the loader that are no parameters', () => {
    class Other {
      load(
        @Req() _request: Request,
        @Headers('accept-language') _language: string,
        @User('name') _user: string,
        @Param('project') _project: string,
      ): object {
        return {};
      }
    }
    expect(partsOf(Other)).toEqual([['project', 'web']]);
  });

  it('ignores methods other than the loader', () => {
    class Busy {
      load(): object {
        return {};
      }

      find(@Param('project') _project: string): void {}
    }
    expect(partsOf(Busy)).toEqual([]);
  });
});
